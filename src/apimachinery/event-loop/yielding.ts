import { type Clock, nextIteration, systemClock } from '../clock/index.js';

/** After this long, work should yield to the event loop at the next opportunity. */
const longMilliseconds = 5;

/** When the clock was first read in the current event loop iteration; undefined: not yet. There is one event loop, hence one variable. */
let began: number | undefined;
let clock: Pick<Clock, 'monotonic'> = systemClock;

/** Simulations, which repeat every step, replace the clock; nothing but fairness depends on it. */
export function measureIterationsWith(other: Pick<Clock, 'monotonic'>): void {
  clock = other;
}

function end(): void {
  began = undefined;
}

/**
 * Whether the current event loop iteration has lasted so long that unfinished work should continue in a later one: `if
 * (shouldYield()) await yieldToEventLoop()`. Call it between parts of work that may each take long; cheap enough for every
 * request.
 */
export function shouldYield(): boolean {
  const now = clock.monotonic();
  if (began === undefined) {
    began = now;
    systemClock.immediate(end);
    return false;
  }
  return now - began > longMilliseconds;
}

/** Resolves after other pending events have been handled. */
export function yieldToEventLoop(): Promise<void> {
  return nextIteration(systemClock);
}
