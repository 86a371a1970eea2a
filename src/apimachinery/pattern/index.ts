export { compilePattern, Pattern, type Place } from './pattern.js';
export { findInThread, longEffort, matchInThread } from './pattern-thread.js';
