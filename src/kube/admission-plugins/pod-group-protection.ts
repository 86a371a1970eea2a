// Follows plugin/pkg/admission/scheduling/podgroupprotection/admission.go (v1.36)

import { definePlugin } from './plugin-definition.js';

/** Belongs to the feature gate GenericWorkload, which is off in v1.36: it handles nothing. */
export const podGroupProtection = definePlugin({
  name: 'PodGroupProtection',
  operations: [],
  isDefault: true,
  create: () => ({}),
});
