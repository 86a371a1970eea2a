export { Closers } from './closers.js';
export { runProgram } from './run-program.js';
export { runUntilSignal, type ServerProcess } from './run-until-signal.js';
export type { UncaughtErrors } from './uncaught-errors.js';
