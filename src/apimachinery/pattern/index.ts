export { compilePattern, Pattern } from './pattern.js';
export { findInThread, longEffort, matchInThread } from './pattern-thread.js';
