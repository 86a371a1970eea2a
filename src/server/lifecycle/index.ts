export type { PostStartHook, PreShutdownHook } from './hooks.js';
export { LifecycleController, type LifecycleOptions } from './lifecycle-controller.js';
export { systemdNotifier } from './service-manager.js';
export { drainingResponse, isExemptFromRefusal, retryAfterResponse } from './shutdown-responses.js';
