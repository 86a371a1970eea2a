export { Console } from './console.js';
export { LoopbackConsole } from './loopback/loopback-console.js';
export type { SessionChange, SharedSessions } from './sessions.js';
