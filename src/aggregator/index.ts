export { Aggregator, type AggregatorOptions } from './aggregator.js';
export type { AuthenticationInfo } from './controllers/index.js';
