export { checkRoundTrips, type GenerationTarget, type RoundTripOptions } from './check-round-trips.js';
export { generateValue } from './generate-value.js';
export { SeededRandom } from './seeded-random.js';
