export type { PostStartHook, PreShutdownHook } from './hooks.js';
export { LifecycleController, type LifecycleOptions } from './lifecycle-controller.js';
export { drainingRefusal, isExemptFromRefusal, retryAfterRefusal } from './refusal.js';
export { systemdNotifier } from './service-manager.js';
