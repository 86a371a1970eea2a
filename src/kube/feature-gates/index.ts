export { kubeFeatureGates } from './kube-feature-gates.js';
