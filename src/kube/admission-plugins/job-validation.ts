// Follows plugin/pkg/admission/job/admission.go (v1.36)

import type { Job } from '../../api/batch/v1.js';
import type { PodGroup } from '../../api/scheduling/v1alpha2.js';
import { controllerOf, metadataOf } from '../../apimachinery/meta/index.js';
import { type AdmissionHandler, type AdmissionRequest, forbiddenBy } from '../../server/admission/index.js';
import type { Stores } from '../../server/registry/index.js';
import { objectOf } from './object-of.js';
import { definePlugin } from './plugin-definition.js';

const podGroups = { group: 'scheduling.k8s.io', resource: 'podgroups' };

export const jobValidation = definePlugin({
  name: 'JobValidation',
  operations: ['UPDATE'],
  isDefault: true,
  featureGate: 'GenericWorkload',
  create: ({ stores }) => new JobValidation(stores),
});

/** Rejects changes of the parallelism of a Job whose pods are scheduled all at once or not at all. */
class JobValidation implements AdmissionHandler {
  readonly #stores: Stores;

  constructor(stores: Stores) {
    this.#stores = stores;
  }

  validate(request: AdmissionRequest): Promise<void> | void {
    const job = objectOf<Job>(request, 'batch', 'jobs');
    const old = request.old as Job | undefined;
    if (!job || !old || job.spec.parallelism === old.spec.parallelism) return;
    // The version of PodGroups may be disabled although the gate is on.
    if (this.#stores.contentOf(podGroups)) return this.#check(request, old);
  }

  async #check(request: AdmissionRequest, job: Job): Promise<void> {
    const group = (await this.#groupsOf(job)).find(({ spec }) => spec.schedulingPolicy.gang);
    if (!group) return;
    const { name } = group.metadata;
    throw forbiddenBy(request, `cannot change parallelism for a Job referencing gang-scheduled PodGroup "${name}"`);
  }

  /** The group that the template names; if it names none, those that the job owns. */
  async #groupsOf(job: Job): Promise<readonly PodGroup[]> {
    const lister = this.#stores.lister<PodGroup>(podGroups.group, podGroups.resource);
    await lister.ready();
    const { uid, namespace = '' } = metadataOf(job);
    const name = job.spec.template.spec.schedulingGroup?.podGroupName;
    if (name === undefined) {
      const groups = [...lister.inNamespace(namespace).values()];
      return groups.filter((group) => controllerOf(metadataOf(group))?.uid === uid);
    }
    const named = lister.get({ namespace, name });
    return named ? [named] : [];
  }
}
