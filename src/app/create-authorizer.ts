import {
  type Authorizer,
  alwaysAllow,
  alwaysDeny,
  noRules,
  privilegedGroups,
  unionOfAuthorizers,
} from '../server/authorization/index.js';

/** Whoever is in `system:masters`, then the modes of --authorization-mode in their order. */
export function createAuthorizer(modes: readonly string[], rbac: () => Authorizer): Authorizer {
  const authorizers = modes.map((mode) => authorizerOf(mode, rbac));
  return unionOfAuthorizers([privilegedGroups('system:masters'), ...authorizers]);
}

/** `rbac` is there when the first request is. */
function authorizerOf(mode: string, rbac: () => Authorizer): Authorizer {
  switch (mode) {
    case 'AlwaysAllow':
      return alwaysAllow;
    case 'AlwaysDeny':
      return alwaysDeny;
    case 'Node':
      return nodes;
    case 'RBAC':
      return {
        authorize: (user, info) => rbac().authorize(user, info),
        listRules: async (user, namespace) => rbac().listRules?.(user, namespace) ?? noRules,
      };
    default:
      throw new Error(`there is no authorization mode ${mode}`);
  }
}

/** Nodes are given nothing yet beyond what roles give them. */
const nodes: Authorizer = {
  authorize: async () => ({ decision: 'no-opinion' }),
  listRules: async () => ({
    ...noRules,
    incomplete: true,
    errors: ['node authorizer does not support user rule resolution'],
  }),
};
