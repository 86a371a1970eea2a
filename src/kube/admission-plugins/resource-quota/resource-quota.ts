// Follows staging/src/k8s.io/apiserver/pkg/admission/plugin/resourcequota/admission.go (v1.36)

import type { Pod, ResourceQuota } from '../../../api/core/v1.js';
import { systemClock } from '../../../apimachinery/clock/index.js';
import { ignoreNotFound } from '../../../apimachinery/status/index.js';
import type { RestClient } from '../../../client/rest/index.js';
import type { AdmissionHandler, AdmissionRequest } from '../../../server/admission/index.js';
import type { Stores } from '../../../server/registry/index.js';
import { definePlugin } from '../plugin-definition.js';
import type { PluginLister } from '../plugin-lister.js';
import { QuotaEvaluators } from './evaluators/index.js';
import { type LimitedResource, readLimitedResources } from './limited-resources.js';
import { NamespaceQuotas } from './namespace-quotas.js';
import { QuotaQueue } from './quota-queue.js';

interface QuotaAdmissionOptions {
  readonly stores: Stores;
  /** Writes the usage to the status of quotas. */
  readonly client: RestClient;
  readonly limited: readonly LimitedResource[];
  /** In milliseconds since the epoch. */
  readonly now: () => number;
}

const patienceMilliseconds = 10_000;

export const resourceQuota = definePlugin({
  name: 'ResourceQuota',
  operations: ['CREATE', 'UPDATE'],
  isDefault: true,
  readConfiguration: readLimitedResources,
  create: ({ stores, client }, limited) => new QuotaAdmission({ stores, client, limited, now: systemClock.now }),
});

/** Enforces resource quotas. Usage is written to the status of a quota before the request is admitted. */
class QuotaAdmission implements AdmissionHandler {
  readonly #limited: readonly LimitedResource[];
  readonly #evaluators: QuotaEvaluators;
  readonly #queue: QuotaQueue;
  readonly #quotas: PluginLister<ResourceQuota>;

  constructor({ stores, client, limited, now }: QuotaAdmissionOptions) {
    this.#limited = limited;
    this.#quotas = stores.lister('', 'resourcequotas');
    const pods = client.resource<Pod>({ group: '', version: 'v1', resource: 'pods' });
    this.#evaluators = new QuotaEvaluators({
      deviceClasses: stores.lister('resource.k8s.io', 'deviceclasses'),
      claims: stores.lister('resource.k8s.io', 'resourceclaims'),
      findPod: ({ namespace, name }) => pods.inNamespace(namespace).get(name).catch(ignoreNotFound),
      now,
    });
    this.#queue = new QuotaQueue({
      quotasOf: (namespace) => new NamespaceQuotas(namespace, { quotas: this.#quotas, client }),
      deadline: () => AbortSignal.timeout(patienceMilliseconds),
    });
  }

  validate(request: AdmissionRequest): Promise<void> | void {
    const { namespace, resource } = request.attributes;
    if (namespace === '' || (resource.resource === 'namespaces' && resource.group === '')) return;
    const starting = this.#quotas.ready();
    return starting ? starting.then(() => this.#check(request)) : this.#check(request);
  }

  #check(request: AdmissionRequest): Promise<void> | void {
    const limited = this.#limited;
    const { attributes, object } = request;
    const { namespace, resource } = attributes;
    if (limited.length === 0 && this.#quotas.inNamespace(namespace).size === 0) return;
    const evaluator = this.#evaluators.of(resource);
    if (!object || !evaluator?.handles(request)) return;
    return this.#queue.submit(namespace, { request, object, evaluator, limited });
  }
}
