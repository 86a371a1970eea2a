// Workloads and PodGroups, with all gates of their fields.
export { cases } from '../support/pod-groups.mjs';

const gates = [
  'GenericWorkload',
  'GangScheduling',
  'TopologyAwareWorkloadScheduling',
  'WorkloadAwarePreemption',
  'WorkloadWithJob',
  'DRAWorkloadResourceClaims',
];
export const flags = [
  `--feature-gates=${gates.map((gate) => `${gate}=true`).join()}`,
  '--runtime-config=scheduling.k8s.io/v1alpha2=true',
];
export const parallel = 4;
