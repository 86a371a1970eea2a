import { MutatingAdmissionPolicy, mutatingAdmissionPolicy } from '../../server/admission/policies/index.js';
import { definePlugin } from './plugin-definition.js';
import { checkPolicyConfiguration, policyPluginOptions } from './policy-plugin.js';

export const mutatingPolicies = definePlugin({
  ...mutatingAdmissionPolicy,
  isDefault: true,
  featureGate: 'MutatingAdmissionPolicy',
  readConfiguration: checkPolicyConfiguration(mutatingAdmissionPolicy.name),
  create: (dependencies) => new MutatingAdmissionPolicy(policyPluginOptions('mutating', dependencies)),
});
