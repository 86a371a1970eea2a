// Follows pkg/registry/rbac/rest/storage_rbac.go (v1.36)
// Follows plugin/pkg/auth/authorizer/rbac/bootstrappolicy/policy.go (v1.36)

import { sleep, systemClock } from '../../../apimachinery/clock/index.js';
import {
  cloneJson,
  compositeKey,
  type JsonObject,
  listIn,
  metadataOf,
  mutableMetadataOf,
  objectIn,
} from '../../../apimachinery/meta/index.js';
import { isAlreadyExists, isNotFound } from '../../../apimachinery/status/index.js';
import type { RestClient } from '../../../client/rest/index.js';
import type { FeatureGates } from '../../../server/feature-gates/index.js';
import { ensureNamespace } from '../../create-if-missing.js';
import { rbacGroup } from '../policy-rule.js';
import { defaultPolicy } from './default-policy.js';
import { reconcile } from './reconcile.js';

export interface BootstrapPolicyOptions {
  readonly client: RestClient;
  readonly features: FeatureGates;
  readonly onError: (error: unknown) => void;
}

const systemNamespaces = ['kube-system', 'kube-public'];
const tries = 30;
const retryMilliseconds = 1000;

/** Reconciles the default roles and bindings once at startup. */
export class BootstrapPolicy {
  readonly #client: RestClient;
  readonly #features: FeatureGates;
  readonly #onError: (error: unknown) => void;

  constructor({ client, features, onError }: BootstrapPolicyOptions) {
    this.#client = client;
    this.#features = features;
    this.#onError = onError;
  }

  /** Retries failures, such as conflicts with other servers. Rejects if it keeps failing. */
  async run(signal: AbortSignal): Promise<void> {
    for (let left = tries; ; left--) {
      try {
        return await this.#ensureAll();
      } catch (error) {
        if (signal.aborted) return;
        if (left === 1) throw new Error('unable to initialize roles', { cause: error });
        this.#onError(error);
        await sleep(systemClock, retryMilliseconds, { unref: true });
      }
    }
  }

  async #ensureAll(): Promise<void> {
    await Promise.all(systemNamespaces.map((name) => ensureNamespace(this.#client, name)));
    await Promise.all([...defaultPolicy(this.#features)].map(([plural, expected]) => this.#ensure(plural, expected)));
  }

  async #ensure(plural: string, expected: readonly JsonObject[]): Promise<void> {
    const { items } = await this.#client.object({ method: 'GET', target: `/apis/${rbacGroup}/v1/${plural}` });
    const existing = new Map(listIn(items).map((item) => [placeOf(objectIn(item)), objectIn(item)]));
    const find = (name: string) => existing.get(placeOf({ metadata: { name } }));
    await Promise.all(
      expected.map(async (object) => {
        const found = existing.get(placeOf(object)) ?? (await this.#inherit(inherit(plural, object, find), plural));
        return this.#ensureOne(plural, object, found);
      }),
    );
  }

  /** Creates what an object of an earlier release passes on; undefined if there is none. */
  async #inherit(inherited: JsonObject | undefined, plural: string): Promise<JsonObject | undefined> {
    if (inherited) await this.#create(plural, inherited);
    return inherited;
  }

  async #ensureOne(plural: string, expected: JsonObject, existing: JsonObject | undefined): Promise<void> {
    if (!existing) return this.#create(plural, expected);
    // Items of a list have neither apiVersion nor kind.
    const { apiVersion, kind } = expected;
    const work = reconcile({ apiVersion: apiVersion!, kind: kind!, ...existing }, expected);
    if (!work) return;
    const one = `${collectionOf(plural, expected)}/${encodeURIComponent(metadataOf(expected).name ?? '')}`;
    if ('update' in work) {
      await this.#client.response({ method: 'PUT', target: `${one}?${manager}`, body: work.update });
      return;
    }
    await ignoring(isNotFound, this.#client.response({ method: 'DELETE', target: one }));
    await this.#create(plural, expected);
  }

  async #create(plural: string, body: JsonObject): Promise<void> {
    const target = `${collectionOf(plural, body)}?${manager}`;
    await ignoring(isAlreadyExists, this.#client.response({ method: 'POST', target, body }));
  }
}

const manager = 'fieldManager=kube-apiserver';

function collectionOf(plural: string, object: JsonObject): string {
  const { namespace } = metadataOf(object);
  return `/apis/${rbacGroup}/v1/${namespace ? `namespaces/${namespace}/` : ''}${plural}`;
}

function placeOf(object: JsonObject): string {
  const { name = '', namespace = '' } = metadataOf(object);
  return compositeKey(namespace, name);
}

async function ignoring(isExpected: (error: unknown) => boolean, doing: Promise<unknown>): Promise<void> {
  try {
    await doing;
  } catch (error) {
    if (!isExpected(error)) throw error;
  }
}

/**
 * Roles and bindings that earlier releases did not have, with those that had their part: what users changed there
 * stays.
 */
const sources: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  clusterroles: {
    'system:aggregate-to-admin': 'admin',
    'system:aggregate-to-edit': 'edit',
    'system:aggregate-to-view': 'view',
  },
  clusterrolebindings: { 'system:public-info-viewer': 'system:discovery' },
};

/**
 * Returns what to create instead of a missing object: one with the rules or subjects of its source. Undefined if it has
 * no source, or that has moved on already.
 */
function inherit(
  plural: string,
  expected: JsonObject,
  find: (name: string) => JsonObject | undefined,
): JsonObject | undefined {
  const { name = '' } = metadataOf(expected);
  const sourceName = sources[plural]?.[name];
  const source = sourceName === undefined ? undefined : find(sourceName);
  if (source === undefined || source['aggregationRule']) return undefined;
  const { labels, annotations } = mutableMetadataOf(cloneJson(source) as JsonObject);
  const { apiVersion, kind, roleRef } = expected;
  return {
    apiVersion: apiVersion!,
    kind: kind!,
    metadata: { name, ...(labels && { labels }), ...(annotations && { annotations }) },
    ...(roleRef ? { roleRef, subjects: source['subjects'] ?? [] } : { rules: source['rules'] ?? [] }),
  };
}
