export { type ElectionTimers, runElections } from './run-elections.js';
