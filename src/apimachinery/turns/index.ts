export { runAtOnce, runInTurns, type Steps } from './steps.js';
export { isTurnLong, nextTurn } from './turn.js';
