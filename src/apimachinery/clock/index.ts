export { type Clock, systemClock, type TimerOptions } from './clock.js';
export { every, nextIteration, type SleepOptions, sleep } from './waiting.js';
