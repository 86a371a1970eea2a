export { Closers } from './closers.js';
export { limitOldGeneration } from './old-generation.js';
export { runProgram } from './run-program.js';
export { runUntilSignal, type ServerProcess } from './run-until-signal.js';
export { terminationSignal, terminationSignals } from './termination-signals.js';
export type { UncaughtErrors } from './uncaught-errors.js';
