// Workloads and PodGroups without the gates of their fields.
export { cases } from '../support/pod-groups.mjs';

export const flags = ['--feature-gates=GenericWorkload=true', '--runtime-config=scheduling.k8s.io/v1alpha2=true'];
export const parallel = 4;
