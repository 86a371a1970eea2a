// Follows staging/src/k8s.io/apiserver/pkg/admission/plugin/policy/mutating/plugin.go (v1.36)

import { MutatingAdmissionPolicy, mutatingAdmissionPolicy } from '../../server/admission/policies/index.js';
import { inSequence } from './manifests/in-sequence.js';
import { definePlugin } from './plugin-definition.js';
import { policyPluginOptions, readPolicyConfiguration, staticPolicies } from './policy-plugin.js';

export const mutatingPolicies = definePlugin({
  ...mutatingAdmissionPolicy,
  isDefault: true,
  featureGate: 'MutatingAdmissionPolicy',
  readConfiguration: readPolicyConfiguration(mutatingAdmissionPolicy.name),
  create: async (dependencies, configuration) => {
    const options = policyPluginOptions('mutating', dependencies);
    const fromApi = new MutatingAdmissionPolicy(options);
    const fromFiles = await staticPolicies('mutating', dependencies, configuration);
    if (!fromFiles) return fromApi;
    // Parameters are not shared; those of files have none.
    const { params } = policyPluginOptions('mutating', dependencies);
    return inSequence(new MutatingAdmissionPolicy({ ...options, ...fromFiles, params }), fromApi);
  },
});
