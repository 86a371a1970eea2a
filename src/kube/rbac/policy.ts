// Follows pkg/registry/rbac/validation/rule.go (v1.36)

import type { ClusterRole, ClusterRoleBinding, Role, RoleBinding } from '../../api/rbac/v1.js';
import { compositeKey } from '../../apimachinery/meta/index.js';
import type { UserInfo } from '../../server/index.js';
import { type StoreHandler, StoreInformer, type Stores } from '../../server/registry/index.js';
import { type Grant, Grants, type RoleRef } from './grants.js';
import { type PolicyRule, policyRulesOf, rbacGroup } from './policy-rule.js';

export interface PolicyOptions {
  /** The stores of roles and bindings. */
  readonly stores: Stores;
  readonly onError: (error: unknown) => void;
}

const noGrants = new Grants();

/** An index of roles and bindings by subject. Starts to watch the stores on first use: no cost if RBAC is disabled. */
export class Policy {
  readonly #options: PolicyOptions;
  readonly #roles = new Map<string, readonly PolicyRule[]>();
  readonly #clusterRoles = new Map<string, readonly PolicyRule[]>();
  readonly #clusterGrants = new Map<string, Grants>();
  readonly #grants = new Map<string, Grants>();
  #isReady = false;
  #ready: Promise<void> | undefined;

  constructor(options: PolicyOptions) {
    this.#options = options;
  }

  /** Resolves when the stores have been read; undefined: they have. */
  ready(): Promise<void> | undefined {
    if (this.#isReady) return undefined;
    this.#ready ??= this.#start();
    return this.#ready;
  }

  /** Returns undefined if the role does not exist. */
  rulesOf({ kind, namespace, name }: RoleRef): readonly PolicyRule[] | undefined {
    return kind === 'ClusterRole' ? this.#clusterRoles.get(name) : this.#roles.get(compositeKey(namespace, name));
  }

  /** Visits the grants of a user in a namespace (empty: cluster-wide) until the visitor returns true. */
  someGrant(user: UserInfo, namespace: string, visit: (grant: Grant) => boolean): boolean {
    if ((this.#clusterGrants.get('') ?? noGrants).some(user, visit)) return true;
    return namespace !== '' && (this.#grants.get(namespace) ?? noGrants).some(user, visit);
  }

  async #start(): Promise<void> {
    const readers: readonly [string, StoreHandler][] = [
      ['roles', roleReader(this.#roles)],
      ['clusterroles', roleReader(this.#clusterRoles)],
      ['rolebindings', bindingReader(this.#grants)],
      ['clusterrolebindings', bindingReader(this.#clusterGrants)],
    ];
    const { stores, onError } = this.#options;
    const followers = readers.map(
      ([plural, reader]) => new StoreInformer(stores.get(rbacGroup, plural), reader, onError),
    );
    for (const follower of followers) follower.start();
    await Promise.all(followers.map(({ synced }) => synced));
    this.#isReady = true;
  }
}

function roleReader(roles: Map<string, readonly PolicyRule[]>): StoreHandler<Role | ClusterRole> {
  const keyOf = (name: string, namespace: string): string => (namespace === '' ? name : compositeKey(namespace, name));
  return {
    put(role) {
      const { name = '', namespace = '' } = role.metadata;
      roles.set(keyOf(name, namespace), policyRulesOf(role));
    },
    remove: ({ name, namespace }) => roles.delete(keyOf(name, namespace)),
    clear: () => roles.clear(),
  };
}

/** Keyed by namespace; ClusterRoleBindings under the empty key. */
function bindingReader(grants: Map<string, Grants>): StoreHandler<RoleBinding | ClusterRoleBinding> {
  return {
    put(binding) {
      const { namespace = '' } = binding.metadata;
      const known = grants.get(namespace) ?? new Grants();
      grants.set(namespace, known);
      known.put(binding);
    },
    remove({ name, namespace }) {
      const known = grants.get(namespace);
      known?.remove(name);
      if (known?.isEmpty) grants.delete(namespace);
    },
    clear: () => grants.clear(),
  };
}
