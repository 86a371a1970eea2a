export { runAtOnce, runInTurns, type Steps } from './steps.js';
export { isTurnLong, leaveTurn } from './turn.js';
