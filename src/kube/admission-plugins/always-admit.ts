// Follows plugin/pkg/admission/admit/admission.go (v1.36)

import { definePlugin } from './plugin-definition.js';

/** Admits every request. It exists for configurations that name it. */
export const alwaysAdmit = definePlugin({
  name: 'AlwaysAdmit',
  operations: [],
  isDefault: false,
  create: () => ({}),
});
