// Follows plugin/pkg/admission/scheduling/podgroupprotection/admission.go (v1.36)

import { definePlugin } from './plugin-definition.js';
import { ProtectionFinalizers } from './protection-finalizers.js';

/** Adds a finalizer to PodGroups; a controller removes it when no pod refers to the group any more. */
export const podGroupProtection = definePlugin({
  name: 'PodGroupProtection',
  operations: ['CREATE'],
  isDefault: true,
  featureGate: 'GenericWorkload',
  create: () =>
    new ProtectionFinalizers([
      { group: 'scheduling.k8s.io', plural: 'podgroups', finalizer: 'scheduling.k8s.io/podgroup-protection' },
    ]),
});
