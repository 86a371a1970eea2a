import { signal } from '@preact/signals';
import { ApiError, get, itemsOf, type KubeObject, type List, withQuery } from '../api/client.ts';
import { pathOf, type Resource } from '../api/discovery.ts';
import { delay, watch } from '../api/watch.ts';

export interface ObjectName {
  readonly namespace: string;
  readonly name: string;
}

/** An object that is kept up to date. After its deletion, the last version stays. */
export class LiveObject {
  readonly object = signal<KubeObject | undefined>(undefined);
  readonly isDeleted = signal(false);
  readonly error = signal<unknown>(undefined);
  readonly #resource: Resource;
  readonly #name: ObjectName;
  readonly #ending = new AbortController();

  constructor(resource: Resource, name: ObjectName) {
    this.#resource = resource;
    this.#name = name;
  }

  async run(): Promise<void> {
    const { signal } = this.#ending;
    while (!signal.aborted) {
      try {
        const resourceVersion = await this.#read();
        if (!this.#resource.verbs.has('watch')) return;
        await this.#watch(resourceVersion);
      } catch (error) {
        if (signal.aborted) return;
        // Users may be allowed to get an object, but not to watch it.
        if (error instanceof ApiError && error.code === 403 && this.object.value) return;
        if (error instanceof ApiError && error.code === 404 && this.object.value) this.isDeleted.value = true;
        else this.error.value = error;
        if (error instanceof ApiError && error.code < 500) return;
        await delay(3_000, signal);
      }
    }
  }

  close(): void {
    this.#ending.abort();
  }

  async #read(): Promise<string> {
    const object = await get(pathOf(this.#resource, this.#name), { signal: this.#ending.signal });
    this.object.value = object;
    this.error.value = undefined;
    return object.metadata.resourceVersion ?? '';
  }

  #watch(resourceVersion: string): Promise<void> {
    const { namespace, name } = this.#name;
    return watch<KubeObject>(pathOf(this.#resource, { namespace }), {
      resourceVersion,
      query: { fieldSelector: `metadata.name=${name}` },
      signal: this.#ending.signal,
      onEvents: (events) => {
        for (const { type, object } of events) {
          if (type === 'BOOKMARK') continue;
          this.object.value = { ...object };
          this.isDeleted.value = type === 'DELETED';
        }
        return events.at(-1)?.object.metadata.resourceVersion;
      },
    });
  }
}

/** The events about an object, newest first. */
export async function eventsAbout(object: KubeObject, abort: AbortSignal): Promise<readonly KubeObject[]> {
  const { namespace = '', name, uid } = object.metadata;
  const events = { group: '', version: 'v1', name: 'events' };
  const fieldSelector = `involvedObject.name=${name},involvedObject.kind=${object.kind}${uid ? `,involvedObject.uid=${uid}` : ''}`;
  const path = withQuery(pathOf(events, { namespace: namespace || 'default' }), { fieldSelector, limit: 200 });
  return [...itemsOf(await get<List>(path, { signal: abort }))].sort((a, b) => (timeOf(a) < timeOf(b) ? 1 : -1));
}

export function timeOf(event: KubeObject): string {
  const { lastTimestamp, eventTime, firstTimestamp } = event as {
    lastTimestamp?: string;
    eventTime?: string;
    firstTimestamp?: string;
  };
  return lastTimestamp || eventTime || firstTimestamp || event.metadata.creationTimestamp || '';
}
