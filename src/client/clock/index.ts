export { Backoff, type BackoffOptions } from './backoff.js';
export { type Clock, sleep, systemClock } from './clock.js';
