import { type Clock, nextIteration, systemClock } from '../clock/index.js';

/** After this long, work should yield to the event loop at the next opportunity. */
const longMilliseconds = 3;

/**
 * When the clock was first read in the current event loop iteration; undefined: not yet. There is one event loop, hence
 * one variable.
 */
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
 * (shouldYield()) await yieldToEventLoop()`. Call it between parts of work that may each take long; cheap enough for
 * every request.
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

/** A part of work that does not yield before it is over, however long others have occupied the event loop. */
export class Slice {
  readonly #began = clock.monotonic();

  get isOver(): boolean {
    return clock.monotonic() - this.#began > longMilliseconds;
  }
}

/** Larger objects take milliseconds to process. */
const largeBytes = 64 * 1024;
/** For so long after a large object was seen, it may still be in progress. */
const largeObjectMilliseconds = 10_000;
let hasLargeObjectsUntil = Number.NEGATIVE_INFINITY;

/** Called where a request begins to process an object that was sent or stored in so many bytes. */
export function beginStages(bytes: number): void {
  shouldYield();
  if (bytes > largeBytes) expectLongStages();
}

/** Called when an object turns out to be large. */
export function expectLongStages(): void {
  hasLargeObjectsUntil = clock.monotonic() + largeObjectMilliseconds;
}

/** Whether large objects may be in progress. */
export function areStagesLong(): boolean {
  return clock.monotonic() < hasLargeObjectsUntil;
}

/**
 * Whether to yield between two stages of a request. As long as all objects are small, no stage is long: yielding would
 * only make each request wait for all the others before each of its stages, and hold what it has locked meanwhile.
 */
export function shouldYieldBetweenStages(): boolean {
  return areStagesLong() && shouldYield();
}

/** Resolves after other pending events have been handled. What follows counts as work of the new iteration. */
export async function yieldToEventLoop(): Promise<void> {
  await nextIteration(systemClock);
  shouldYield();
}
