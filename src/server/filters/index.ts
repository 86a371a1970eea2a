export { defaultFilters, type FilterOptions } from './chain.js';
export { compose, type Filter, type FilterHandler, type Next } from './filter.js';
export { resolveRequestInfo } from './resolve-request-info.js';
