// Follows plugin/pkg/admission/job/admission.go (v1.36)

import { definePlugin } from './plugin-definition.js';

/** Belongs to the feature gate WorkloadWithJob, which is off in v1.36: it handles nothing. */
export const jobValidation = definePlugin({
  name: 'JobValidation',
  operations: [],
  isDefault: true,
  create: () => ({}),
});
