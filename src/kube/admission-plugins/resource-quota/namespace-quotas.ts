// Follows staging/src/k8s.io/apiserver/pkg/admission/plugin/resourcequota/resource_access.go (v1.36)

import type { ResourceQuota } from '../../../api/core/v1.js';
import { someAtATime } from '../../../apimachinery/event-loop/index.js';
import { ignoreNotFound } from '../../../apimachinery/status/index.js';
import type { ResourceClient, RestClient } from '../../../client/rest/index.js';
import type { PluginLister } from '../plugin-lister.js';
import { type Quota, quotaObject, readQuota } from './quota.js';

export interface QuotaSource {
  readonly quotas: PluginLister<ResourceQuota>;
  readonly client: RestClient;
}

/** The quotas of a namespace, kept while requests for it are queued. */
export class NamespaceQuotas {
  readonly #namespace: string;
  readonly #quotas: PluginLister<ResourceQuota>;
  readonly #client: ResourceClient<ResourceQuota>;
  /** Quotas as last written: the informer may not have received the change yet. */
  readonly #written = new Map<string, ResourceQuota>();

  constructor(namespace: string, { quotas, client }: QuotaSource) {
    this.#namespace = namespace;
    this.#quotas = quotas;
    this.#client = client.resource<ResourceQuota>({ group: '', version: 'v1', resource: 'resourcequotas' }, namespace);
  }

  /** The cached quotas. Writing a stale one fails with a conflict. */
  current(): Quota[] {
    const objects = [...this.#quotas.inNamespace(this.#namespace)];
    return objects.map(([name, object]) => readQuota(newer(object, this.#written.get(name))));
  }

  /** Fails with a conflict if the quota was changed since it was read. */
  async write(quota: Quota, signal: AbortSignal): Promise<void> {
    this.#written.set(quota.name, await this.#client.updateStatus(quotaObject(quota), { signal }));
  }

  /** Reads the current quotas from the server; omits deleted ones. */
  async reread(quotas: readonly Quota[], signal: AbortSignal): Promise<Quota[]> {
    const found = await someAtATime(quotas, ({ name }) => this.#client.get(name, { signal }).catch(ignoreNotFound));
    return found.filter((object) => object !== undefined).map(readQuota);
  }
}

function newer(object: ResourceQuota, written: ResourceQuota | undefined): ResourceQuota {
  return written && versionOf(written) > versionOf(object) ? written : object;
}

function versionOf({ metadata }: ResourceQuota): bigint {
  return BigInt(metadata.resourceVersion ?? '0');
}
