export { defaultFilters, type FilterDependencies, type FilterOptions } from './chain.js';
export { compose, type Filter, type Next } from './filter.js';
export type { InFlightLimits } from './limit-in-flight.js';
