export {
  basicLongRunningRules,
  kubeLongRunningRules,
  type LongRunningCheck,
  type LongRunningRules,
  longRunningCheck,
} from './long-running.js';
export { queryLimits, shortestQueryLimit } from './query-limits.js';
export { type RequestInfo, RequestInfoError, requestInfoOf } from './request-info.js';
