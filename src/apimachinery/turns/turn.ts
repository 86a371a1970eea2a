import { nextTurn, systemClock } from '../clock/index.js';

/** After this others are let in, where work comes to a place at which it can be left off. */
const longMilliseconds = 10;

/**
 * When work of the current turn of the event loop first looked at the clock; undefined: not yet. There is one event loop,
 * so there is one of this, and it is measured by the system's clock: nothing but fairness depends on it.
 */
let began: number | undefined;

function end(): void {
  began = undefined;
}

/**
 * Whether the current turn of the event loop has lasted so long that work which is not yet finished should go on in
 * another one: `if (isTurnLong()) await leaveTurn()`. To be called between parts of work that may take long each; costs
 * little enough for every request.
 */
export function isTurnLong(): boolean {
  const now = systemClock.monotonic();
  if (began === undefined) {
    began = now;
    systemClock.immediate(end);
    return false;
  }
  return now - began > longMilliseconds;
}

/** Resolves when others have had their turn. */
export function leaveTurn(): Promise<void> {
  return nextTurn(systemClock);
}
