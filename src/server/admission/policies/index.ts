export { ClusterPolicies, type ClusterPoliciesOptions } from './cluster-policies.js';
export { MutatingAdmissionPolicy } from './mutating/mutating-admission-policy.js';
export { findServedKind, ParamInformers, type ParamInformersOptions, type ServedKind } from './param-informers.js';
export type { ParamObjects, Params } from './params.js';
export type { PolicyPluginOptions } from './plugin-options.js';
export type { ParamKind } from './policy-spec.js';
export { ValidatingAdmissionPolicy } from './validating/validating-admission-policy.js';
