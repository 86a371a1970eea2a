export { type DebugOptions, debugAnswer } from './debug-endpoints.js';
