export type { Access } from './access.js';
export { type Fault, type FaultEffect, type FaultOptions, Faults, type RequestMatch } from './faults/index.js';
export {
  checkRoundTrips,
  type GenerationTarget,
  generateValue,
  type RoundTripOptions,
  SeededRandom,
} from './round-trip/index.js';
export { type SavedState, TestServer, type TestServerOptions, type TestUser } from './test-server.js';
