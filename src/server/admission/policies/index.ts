export { ClusterPolicies, type ClusterPoliciesOptions } from './cluster-policies.js';
export { MutatingAdmissionPolicy, mutatingAdmissionPolicy } from './mutating/mutating-admission-policy.js';
export { findServedKind, ParamInformers } from './param-informers.js';
export type { PolicyPluginOptions } from './plugin-options.js';
export type { ParamKind } from './policy-spec.js';
export { checkPolicyTypes } from './validating/type-checking.js';
export { ValidatingAdmissionPolicy, validatingAdmissionPolicy } from './validating/validating-admission-policy.js';
