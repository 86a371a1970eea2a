export { type DefaultTolerationOptions, DefaultTolerationSeconds } from './default-toleration-seconds.js';
export { LimitRanger } from './limit-ranger/limit-ranger.js';
export { NamespaceLifecycle } from './namespace-lifecycle.js';
export { Priority } from './priority.js';
export { ServiceAccount, type ServiceAccountOptions } from './service-account.js';
