import {
  type Authorizer,
  alwaysAllow,
  alwaysDeny,
  privilegedGroups,
  publicPathReaders,
  unionOfAuthorizers,
} from '../server/authorization/index.js';

/** Whoever is in `system:masters`, then the modes of --authorization-mode in their order. */
export function createAuthorizer(modes: readonly string[]): Authorizer {
  return unionOfAuthorizers([privilegedGroups('system:masters'), ...modes.flatMap(authorizersOf)]);
}

function authorizersOf(mode: string): Authorizer[] {
  switch (mode) {
    case 'AlwaysAllow':
      return [alwaysAllow];
    case 'AlwaysDeny':
      return [alwaysDeny];
    case 'RBAC':
      return [publicPathReaders()];
    default:
      return [];
  }
}
