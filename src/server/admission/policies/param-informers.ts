// Follows staging/src/k8s.io/apiserver/pkg/admission/plugin/policy/generic/policy_source.go (v1.36)

import { systemClock } from '../../../apimachinery/clock/index.js';
import {
  compositeKey,
  formatGroupVersionKind,
  groupVersionKind,
  type JsonObject,
} from '../../../apimachinery/meta/index.js';
import type { LabelSelector } from '../../../apimachinery/selectors/index.js';
import { Informer } from '../../../client/informer/index.js';
import type { RestClient } from '../../../client/rest/index.js';
import type { ParamObjects, Params } from './params.js';
import type { ParamKind } from './policy-spec.js';

export interface ParamInformersOptions {
  readonly client: RestClient;
  /** Aborting it stops all informers. */
  readonly signal: AbortSignal;
  readonly onError: (error: unknown) => void;
}

/** Runs informers for the paramKinds of policies, whichever server serves them. */
export class ParamInformers implements Params {
  readonly #options: ParamInformersOptions;
  readonly #kinds = new Map<string, Promise<FollowedParams>>();

  constructor(options: ParamInformersOptions) {
    this.#options = options;
    options.signal.addEventListener('abort', () => this.keepOnly([]), { once: true });
  }

  of(kind: ParamKind): Promise<ParamObjects> {
    const key = keyOf(kind);
    const known = this.#kinds.get(key);
    if (known) return known;
    const found = this.#find(kind);
    this.#kinds.set(key, found);
    // The kind may be defined later.
    found.catch(() => this.#kinds.delete(key));
    return found;
  }

  keepOnly(kinds: readonly ParamKind[]): void {
    const kept = new Set(kinds.map(keyOf));
    for (const [key, followed] of this.#kinds) {
      if (kept.has(key)) continue;
      this.#kinds.delete(key);
      followed.then((params) => params.close()).catch(() => undefined);
    }
  }

  async #find(paramKind: ParamKind): Promise<FollowedParams> {
    const { client, signal, onError } = this.#options;
    const kind = groupVersionKind(paramKind.apiVersion, paramKind.kind);
    const resource = await findServedKind(client, paramKind);
    if (!resource || signal.aborted) {
      throw new Error(`failed to find resource referenced by paramKind: '${formatGroupVersionKind(kind)}'`);
    }
    const { group, version } = kind;
    const informer = new Informer<JsonObject>({
      source: client.resource({ group, version, resource: resource.name }),
      transform: (object) => ({ apiVersion: paramKind.apiVersion, kind: paramKind.kind, ...object }),
      onError,
    });
    informer.start();
    return new FollowedParams(paramKind, informer, resource);
  }
}

function keyOf({ apiVersion, kind }: ParamKind): string {
  return compositeKey(apiVersion, kind);
}

/** The discovery entry of a kind. */
export interface ServedKind {
  /** Name of the resource. */
  readonly name: string;
  readonly kind: string;
  readonly namespaced: boolean;
}

/** Returns the resource that serves a kind; undefined if currently none does. */
export async function findServedKind(client: RestClient, kind: ParamKind): Promise<ServedKind | undefined> {
  const target = `/${kind.apiVersion.includes('/') ? 'apis' : 'api'}/${kind.apiVersion}`;
  const { resources = [] } = await client
    .object<{ resources?: readonly ServedKind[] }>({ method: 'GET', target })
    .catch(() => ({ resources: [] }));
  return resources.find((resource) => resource.kind === kind.kind && !resource.name.includes('/'));
}

/** How long requests wait for an informer that has just been started. */
const maxWaitMilliseconds = 1000;

class FollowedParams implements ParamObjects {
  readonly isNamespaced: boolean;
  readonly #kind: ParamKind;
  readonly #informer: Informer<JsonObject>;

  constructor(kind: ParamKind, informer: Informer<JsonObject>, { namespaced }: ServedKind) {
    this.#kind = kind;
    this.#informer = informer;
    this.isNamespaced = namespaced;
  }

  async ready(): Promise<void> {
    if (this.#informer.hasSynced) return;
    let cancelTimer: (() => void) | undefined;
    const tooLate = new Promise<never>((_, reject) => {
      const { apiVersion, kind } = this.#kind;
      const text = `paramKind kind \`&ParamKind{APIVersion:${apiVersion},Kind:${kind},}\` not yet synced to use for admission`;
      cancelTimer = systemClock.after(maxWaitMilliseconds, () => reject(new Error(text)));
    });
    await Promise.race([this.#informer.synced(), tooLate]).finally(() => cancelTimer?.());
  }

  get(namespace: string, name: string): JsonObject | undefined {
    return this.#informer.lister.get(name, namespace);
  }

  list(namespace: string, labels: LabelSelector): readonly JsonObject[] {
    return this.#informer.lister.list({ ...(this.isNamespaced && { namespace }), labels });
  }

  close(): Promise<void> {
    return this.#informer.close();
  }
}
