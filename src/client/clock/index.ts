export {
  type Clock,
  every,
  nextIteration,
  type SleepOptions,
  sleep,
  systemClock,
  type TimerOptions,
} from '../../apimachinery/clock/index.js';
export { Backoff, type BackoffOptions } from './backoff.js';
