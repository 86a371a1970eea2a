import {
  type Authorizer,
  alwaysAllow,
  alwaysDeny,
  noRules,
  privilegedGroups,
  unionOfAuthorizers,
} from '../server/authorization/index.js';

/** Who decides by what is stored. They are there when the first request is. */
export interface StoredAuthorizers {
  readonly nodes: Authorizer;
  readonly rbac: Authorizer;
}

/** Whoever is in `system:masters`, then the modes of --authorization-mode in their order. */
export function createAuthorizer(modes: readonly string[], stored: () => StoredAuthorizers): Authorizer {
  const authorizers = modes.map((mode) => authorizerOf(mode, stored));
  return unionOfAuthorizers([privilegedGroups('system:masters'), ...authorizers]);
}

function authorizerOf(mode: string, stored: () => StoredAuthorizers): Authorizer {
  switch (mode) {
    case 'AlwaysAllow':
      return alwaysAllow;
    case 'AlwaysDeny':
      return alwaysDeny;
    case 'Node':
      return later(() => stored().nodes);
    case 'RBAC':
      return later(() => stored().rbac);
    default:
      throw new Error(`there is no authorization mode ${mode}`);
  }
}

function later(authorizer: () => Authorizer): Authorizer {
  return {
    authorize: (user, info) => authorizer().authorize(user, info),
    listRules: async (user, namespace) => authorizer().listRules?.(user, namespace) ?? noRules,
  };
}
