// Follows staging/src/k8s.io/apiserver/pkg/admission/plugin/policy/validating/plugin.go (v1.36)

import { ValidatingAdmissionPolicy, validatingAdmissionPolicy } from '../../server/admission/policies/index.js';
import { inSequence } from './manifests/in-sequence.js';
import { definePlugin } from './plugin-definition.js';
import { policyPluginOptions, readPolicyConfiguration, staticPolicies } from './policy-plugin.js';

export const validatingPolicies = definePlugin({
  ...validatingAdmissionPolicy,
  isDefault: true,
  readConfiguration: readPolicyConfiguration(validatingAdmissionPolicy.name),
  create: async (dependencies, configuration) => {
    const options = policyPluginOptions('validating', dependencies);
    const fromApi = new ValidatingAdmissionPolicy(options);
    const fromFiles = await staticPolicies('validating', dependencies, configuration);
    if (!fromFiles) return fromApi;
    // Parameters are not shared; those of files have none.
    const { params } = policyPluginOptions('validating', dependencies);
    return inSequence(new ValidatingAdmissionPolicy({ ...options, ...fromFiles, params }), fromApi);
  },
});
