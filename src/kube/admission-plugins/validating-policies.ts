import { ValidatingAdmissionPolicy, validatingAdmissionPolicy } from '../../server/admission/policies/index.js';
import { definePlugin } from './plugin-definition.js';
import { checkPolicyConfiguration, policyPluginOptions } from './policy-plugin.js';

export const validatingPolicies = definePlugin({
  ...validatingAdmissionPolicy,
  isDefault: true,
  readConfiguration: checkPolicyConfiguration(validatingAdmissionPolicy.name),
  create: (dependencies) => new ValidatingAdmissionPolicy(policyPluginOptions('validating', dependencies)),
});
