export { pathAccess, resourceAccess } from './access.js';
export { type Authorizer, alwaysAllow, alwaysDeny, type Decision, privilegedGroups } from './authorizer.js';
export { countedAuthorizer } from './counted-authorizer.js';
export { type KnownRules, noRules, type ResourceRule } from './known-rules.js';
export { ReloadableAuthorizer } from './reloadable-authorizer.js';
export { unionOfAuthorizers } from './union.js';
