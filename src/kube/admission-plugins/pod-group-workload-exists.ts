// Follows plugin/pkg/admission/podgroup/admission.go (v1.36)

import type { PodGroup, Workload, WorkloadPodGroupTemplateReference } from '../../api/scheduling/v1alpha2.js';
import { goQuote, isBeingDeleted } from '../../apimachinery/meta/index.js';
import { type AdmissionHandler, type AdmissionRequest, forbiddenBy } from '../../server/admission/index.js';
import { decodeStored, type Stores } from '../../server/registry/index.js';
import { objectOf } from './object-of.js';
import { definePlugin } from './plugin-definition.js';

const group = 'scheduling.k8s.io';

export const podGroupWorkloadExists = definePlugin({
  name: 'PodGroupWorkloadExists',
  operations: ['CREATE'],
  isDefault: true,
  featureGate: 'GenericWorkload',
  create: ({ stores }) => new PodGroupWorkloadExists(stores),
});

/** Rejects PodGroups that refer to a template that does not exist. */
class PodGroupWorkloadExists implements AdmissionHandler {
  readonly #stores: Stores;

  constructor(stores: Stores) {
    this.#stores = stores;
  }

  validate(request: AdmissionRequest): Promise<void> | void {
    const reference = objectOf<PodGroup>(request, group, 'podgroups')?.spec.podGroupTemplateRef?.workload;
    if (reference) return this.#check(request, reference);
  }

  async #check(request: AdmissionRequest, reference: WorkloadPodGroupTemplateReference): Promise<void> {
    const { workloadName: name, podGroupTemplateName: template } = reference;
    const { namespace } = request.attributes;
    const stored = await this.#stores.find(group, 'workloads', { namespace, name });
    const refused = (problem: string) => forbiddenBy(request, `PodGroup rejected: ${problem}`);
    if (!stored) throw refused(`Workload ${goQuote(name)} not found`);
    const workload = decodeStored(stored.value) as Workload;
    if (isBeingDeleted(workload.metadata)) throw refused(`Workload ${goQuote(name)} is being deleted`);
    if (workload.spec.podGroupTemplates?.some((candidate) => candidate.name === template)) return;
    throw refused(`PodGroupTemplate ${goQuote(template)} not found in Workload ${goQuote(name)}`);
  }
}
