export { type Authorizer, alwaysAllow, alwaysDeny, type Decision, privilegedGroups } from './authorizer.js';
export { publicPathReaders } from './public-paths.js';
export { unionOfAuthorizers } from './union.js';
