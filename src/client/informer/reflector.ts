import type { WatchEvent } from '../../apimachinery/meta/index.js';
import {
  isBadRequest,
  isInvalid,
  isMethodNotSupported,
  isResourceExpired,
  isServerTimeout,
  isServiceUnavailable,
  isTimeout,
  isTooManyRequests,
} from '../../apimachinery/status/index.js';
import { Backoff, type BackoffOptions, type Clock, sleep } from '../clock/index.js';
import { defaultPageSize, TransportError } from '../rest/index.js';
import { InitialEvents, versionOf } from './initial-events.js';
import type { ListWatch, Selection } from './list-watch.js';

/** Receives the objects and their changes. */
export interface ReflectorTarget<Item> {
  /** Replaces the content: these are all objects that exist. */
  replace(items: readonly Item[]): void;
  put(item: Item): void;
  remove(item: Item): void;
}

/** Options of a `Reflector`. */
export interface ReflectorOptions<Item extends object> {
  readonly source: ListWatch<Item>;
  readonly target: ReflectorTarget<Item>;
  readonly clock: Clock;
  readonly random: () => number;
  /** Called with each failure; the reflector keeps running. */
  readonly onError: (error: unknown) => void;
  readonly selection?: Selection | undefined;
  /** Whether to use a streaming list (`sendInitialEvents`). Falls back to lists if the server does not support it. */
  readonly useWatchList?: boolean | undefined;
  readonly pageSize?: number | undefined;
  readonly backoff?: Partial<Pick<BackoffOptions, 'firstMilliseconds' | 'limitMilliseconds'>> | undefined;
}

const defaultBackoff = { firstMilliseconds: 800, limitMilliseconds: 30_000, jitter: 1, resetMilliseconds: 120_000 };
/**
 * Watches time out after a random duration between this and twice this, so that clients spread over several servers.
 */
const watchTimeoutSeconds = 300;
/** A watch that ends sooner than this, without any event, counts as failed. */
const shortWatchMilliseconds = 1000;

/** Keeps a target in sync with the server: lists, watches from there, and relists when the watch cannot be resumed. */
export class Reflector<Item extends object> {
  readonly #options: ReflectorOptions<Item>;
  readonly #backoff: Backoff;
  #usesWatchList: boolean;
  /** The target has all changes up to this resourceVersion; undefined: a list is required. */
  #resourceVersion: string | undefined;

  constructor(options: ReflectorOptions<Item>) {
    this.#options = options;
    this.#usesWatchList = options.useWatchList ?? true;
    const { clock, random } = options;
    this.#backoff = new Backoff({ ...defaultBackoff, ...options.backoff, clock, random });
  }

  /** The resourceVersion up to which the target has all changes. */
  get resourceVersion(): string | undefined {
    return this.#resourceVersion;
  }

  /** Resolves only when the signal is aborted. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        await this.#advance(signal);
      } catch (error) {
        if (signal.aborted) return;
        if (!canResumeAfter(error)) this.#resourceVersion = undefined;
        this.#options.onError(error);
        await sleep(this.#options.clock, this.#backoff.next(), { signal }).catch(() => undefined);
      }
    }
  }

  async #advance(signal: AbortSignal): Promise<void> {
    if (this.#resourceVersion !== undefined) await this.#watch(signal);
    else if (this.#usesWatchList) await this.#watchWithInitialEvents(signal);
    else await this.#list(signal);
  }

  async #list(signal: AbortSignal): Promise<void> {
    const { source, selection, pageSize = defaultPageSize } = this.#options;
    const items: Item[] = [];
    let resourceVersion: string | undefined;
    try {
      for await (const page of source.pages({ ...selection, limit: pageSize, signal })) {
        for (const item of page.items) items.push(item);
        resourceVersion = page.metadata?.resourceVersion;
      }
      this.#fill(items, resourceVersion);
    } catch (error) {
      if (!isResourceExpired(error) || items.length === 0) throw error;
      // The continue token expired. A list without a limit cannot expire.
      const whole = await source.list({ ...selection, signal });
      this.#fill(whole.items, whole.metadata?.resourceVersion);
    }
  }

  async #watchWithInitialEvents(signal: AbortSignal): Promise<void> {
    const options = { sendInitialEvents: true, resourceVersionMatch: 'NotOlderThan' };
    const initial = new InitialEvents<Item>();
    try {
      for await (const event of this.#events(options, signal)) {
        if (this.#resourceVersion !== undefined) this.#apply(event);
        else if (initial.take(event)) this.#fill(initial.items, versionOf(event.object));
      }
    } catch (error) {
      if (this.#resourceVersion !== undefined || !isRefusalOfInitialEvents(error)) throw error;
    }
    if (this.#resourceVersion === undefined) this.#usesWatchList = false;
  }

  #fill(items: readonly Item[], resourceVersion = ''): void {
    this.#options.target.replace(items);
    this.#resourceVersion = resourceVersion;
  }

  async #watch(signal: AbortSignal): Promise<void> {
    const { clock } = this.#options;
    const [started, startedFrom] = [clock.monotonic(), this.#resourceVersion];
    for await (const event of this.#events({ resourceVersion: startedFrom ?? '' }, signal)) this.#apply(event);
    const isShort = clock.monotonic() - started < shortWatchMilliseconds && this.#resourceVersion === startedFrom;
    if (isShort && !signal.aborted) throw new TransportError('the watch ended immediately, without any event');
  }

  #events(
    options: { resourceVersion?: string; sendInitialEvents?: boolean; resourceVersionMatch?: string },
    signal: AbortSignal,
  ): AsyncIterable<WatchEvent<Item>> {
    const { source, selection, random } = this.#options;
    const timeoutSeconds = Math.floor(watchTimeoutSeconds * (1 + random()));
    return source.watch({ ...selection, ...options, allowWatchBookmarks: true, timeoutSeconds, signal });
  }

  #apply({ type, object }: WatchEvent<Item>): void {
    if (type === 'DELETED') this.#options.target.remove(object);
    else if (type !== 'BOOKMARK') this.#options.target.put(object);
    this.#resourceVersion = versionOf(object);
  }
}

/** Whether a watch from the same resourceVersion may succeed later; otherwise a relist is required. */
function canResumeAfter(error: unknown): boolean {
  return (
    error instanceof TransportError ||
    isTooManyRequests(error) ||
    isServiceUnavailable(error) ||
    isTimeout(error) ||
    isServerTimeout(error)
  );
}

function isRefusalOfInitialEvents(error: unknown): boolean {
  return isInvalid(error) || isBadRequest(error) || isMethodNotSupported(error);
}
