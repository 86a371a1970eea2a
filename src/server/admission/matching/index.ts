export { type FindNamespace, followedNamespaces } from './find-namespace.js';
export { isAdmissionConfiguration, type MatchCriteria, RequestMatcher } from './request-matcher.js';
export type { Rule } from './rule-matcher.js';
export { type ObjectPair, VersionedObjects } from './versioned-objects.js';
