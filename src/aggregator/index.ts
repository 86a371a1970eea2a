export { Aggregator, type AggregatorOptions, createAggregator } from './aggregator.js';
export type { ApiServiceType } from './api-service/index.js';
export type {
  AuthenticationInfo,
  LocalVersions,
  LocalVersionsHandler,
  RequestHeaderInfo,
} from './controllers/index.js';
