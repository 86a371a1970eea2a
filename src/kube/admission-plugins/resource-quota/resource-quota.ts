import type { RestClient } from '../../../client/rest/index.js';
import type { AdmissionPlugin, AdmissionRequest } from '../../../server/admission/index.js';
import type { PluginLister } from '../plugin-lister.js';
import { QuotaEvaluators } from './evaluators/index.js';
import { findObject } from './find-object.js';
import type { LimitedResource } from './limited-resources.js';
import { NamespaceQuotas } from './namespace-quotas.js';
import { QuotaQueue } from './quota-queue.js';

export interface ResourceQuotaOptions {
  /** Returns the informer cache of a resource. */
  readonly objects: (group: string, plural: string) => PluginLister;
  /** Writes the usage to the status of quotas. */
  readonly client: RestClient;
  readonly limited: readonly LimitedResource[];
  /** In milliseconds since the epoch. */
  readonly now: () => number;
}

const patienceMilliseconds = 10_000;

/** Enforces resource quotas. Usage is written to the status of a quota before the request is admitted. */
export class ResourceQuota implements AdmissionPlugin {
  readonly name = 'ResourceQuota';
  readonly #options: ResourceQuotaOptions;
  readonly #evaluators: QuotaEvaluators;
  readonly #queue: QuotaQueue;
  #followed: PluginLister | undefined;

  constructor(options: ResourceQuotaOptions) {
    const { objects, client, now } = options;
    this.#options = options;
    const pods = client.resource({ group: '', version: 'v1', resource: 'pods' });
    this.#evaluators = new QuotaEvaluators({
      deviceClasses: () => objects('resource.k8s.io', 'deviceclasses'),
      claims: () => objects('resource.k8s.io', 'resourceclaims'),
      findPod: ({ namespace, name }) => findObject(pods.inNamespace(namespace), name),
      now,
    });
    this.#queue = new QuotaQueue({
      quotasOf: (namespace) => new NamespaceQuotas(namespace, { quotas: this.#quotas(), client }),
      deadline: () => AbortSignal.timeout(patienceMilliseconds),
    });
  }

  handles(operation: string): boolean {
    return operation === 'CREATE' || operation === 'UPDATE';
  }

  validate(request: AdmissionRequest): Promise<void> | void {
    const { namespace, resource } = request.attributes;
    if (namespace === '' || (resource.resource === 'namespaces' && resource.group === '')) return;
    const quotas = this.#quotas();
    const ready = quotas.ready();
    return ready ? ready.then(() => this.#check(request, quotas)) : this.#check(request, quotas);
  }

  #check(request: AdmissionRequest, quotas: PluginLister): Promise<void> | void {
    const { limited } = this.#options;
    const { attributes, object } = request;
    const { namespace, resource } = attributes;
    if (limited.length === 0 && quotas.inNamespace(namespace).size === 0) return;
    const evaluator = this.#evaluators.of(resource);
    if (!object || !evaluator?.handles(request)) return;
    return this.#queue.submit(namespace, { request, object, evaluator, limited });
  }

  #quotas(): PluginLister {
    this.#followed ??= this.#options.objects('', 'resourcequotas');
    return this.#followed;
  }
}
