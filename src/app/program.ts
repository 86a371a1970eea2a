export { kubeApiServer } from './run-kube-apiserver.js';
export { trestle } from './trestle.js';
