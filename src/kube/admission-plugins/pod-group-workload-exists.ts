// Follows plugin/pkg/admission/podgroup/admission.go (v1.36)

import { definePlugin } from './plugin-definition.js';

/** Belongs to the feature gate GenericWorkload, which is off in v1.36: it handles nothing. */
export const podGroupWorkloadExists = definePlugin({
  name: 'PodGroupWorkloadExists',
  operations: [],
  isDefault: true,
  create: () => ({}),
});
