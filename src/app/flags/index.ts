export type { FlagTable, FlagValues } from './flag.js';
export { showFlagValues } from './flag-value.js';
export { type KubeApiServerValues, kubeApiServerFlags, kubeApiServerGroups } from './kube-apiserver-flags.js';
export { type ParsedFlags, parseFlags } from './parse-flags.js';
export { flagUsage } from './usage.js';
