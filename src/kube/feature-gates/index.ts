export { dropDisabled, type GatedChange, prepareBy } from './gated-fields.js';
export { kubeFeatureGates } from './kube-feature-gates.js';
