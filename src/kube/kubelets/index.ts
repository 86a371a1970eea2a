export { checkProxyable, checkProxyableAddress, type Kubelet, type KubeletOptions, Kubelets } from './kubelets.js';
export type { StreamOptions } from './stream-translator.js';
export { connectPorts, connectStreams } from './streams.js';
export { readText } from './upgrade-refusal.js';
