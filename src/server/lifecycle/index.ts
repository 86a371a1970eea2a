export type { PostStartHook, PostStartHookOptions, PreShutdownHook } from './hooks.js';
export { RequestsInFlight, type WatchDrainResult, WatchesInFlight } from './in-flight.js';
export { LifecycleController, type LifecycleOptions, type Listener } from './lifecycle-controller.js';
export type { LifecycleSignal, LifecycleSignals } from './lifecycle-signals.js';
export { drainingRefusal, isExemptFromRefusal, retryAfterRefusal } from './refusal.js';
export { type NotifyServiceManager, type ServiceState, systemdNotifier } from './service-manager.js';
export type { Sleep } from './sleep.js';
