export { pathAccess, resourceAccess } from './access.js';
export { type Authorizer, alwaysAllow, alwaysDeny, type Decision, privilegedGroups } from './authorizer.js';
export { countedAuthorizer } from './counted-authorizer.js';
export { ReloadableAuthorizer } from './reloadable-authorizer.js';
export {
  type KnownRules,
  type ListRules,
  type NonResourceRule,
  noRules,
  type ResourceRule,
} from './rules.js';
export { unionOfAuthorizers } from './union.js';
