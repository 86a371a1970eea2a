export { type Clock, systemClock, type TimerOptions } from './clock.js';
export { every, nextTurn, type SleepOptions, sleep } from './waiting.js';
