// Follows pkg/registry/rbac/validation/rule.go (v1.36)

import type { ClusterRoleBinding, RoleBinding, Subject } from '../../api/rbac/v1.js';
import { goQuote } from '../../apimachinery/meta/index.js';
import type { UserInfo } from '../../server/index.js';

/** A role granted by a binding. */
export interface Grant {
  readonly role: RoleRef;
  /** Binding, role and subject, for the reason of a decision. */
  readonly source: string;
}

export interface RoleRef {
  /** Role or ClusterRole. */
  readonly kind: string;
  /** Roles only. */
  readonly namespace: string;
  readonly name: string;
}

interface Holder {
  readonly kind: 'users' | 'groups';
  readonly name: string;
}

/** Grants of RoleBindings in a namespace, or of ClusterRoleBindings, by subject. */
export class Grants {
  readonly #users = new Map<string, Map<string, Grant>>();
  readonly #groups = new Map<string, Map<string, Grant>>();
  readonly #holders = new Map<string, readonly Holder[]>();

  get isEmpty(): boolean {
    return this.#holders.size === 0;
  }

  put({ metadata, roleRef, subjects }: RoleBinding | ClusterRoleBinding): void {
    const { name = '', namespace = '' } = metadata;
    this.remove(name);
    const role = { kind: roleRef.kind, namespace, name: roleRef.name };
    const what = namespace ? `RoleBinding ${goQuote(`${name}/${namespace}`)}` : `ClusterRoleBinding ${goQuote(name)}`;
    const holders: Holder[] = [];
    for (const subject of subjects ?? []) {
      const holder = holderOf(subject, namespace);
      if (!holder) continue;
      const grants = this.#grantsOf(holder);
      if (grants.has(name)) continue;
      const source = `${what} of ${role.kind} ${goQuote(role.name)} to ${describeSubject(subject, namespace)}`;
      grants.set(name, { role, source });
      holders.push(holder);
    }
    this.#holders.set(name, holders);
  }

  remove(name: string): void {
    for (const holder of this.#holders.get(name) ?? []) {
      const all = holder.kind === 'users' ? this.#users : this.#groups;
      const grants = all.get(holder.name);
      grants?.delete(name);
      if (grants?.size === 0) all.delete(holder.name);
    }
    this.#holders.delete(name);
  }

  /** Visits grants until the visitor returns true; returns whether it did. */
  some({ name, groups }: UserInfo, visit: (grant: Grant) => boolean): boolean {
    return someOf(this.#users.get(name), visit) || groups.some((group) => someOf(this.#groups.get(group), visit));
  }

  #grantsOf({ kind, name }: Holder): Map<string, Grant> {
    const all = kind === 'users' ? this.#users : this.#groups;
    const known = all.get(name) ?? new Map<string, Grant>();
    all.set(name, known);
    return known;
  }
}

function someOf(grants: ReadonlyMap<string, Grant> | undefined, visit: (grant: Grant) => boolean): boolean {
  if (grants) for (const grant of grants.values()) if (visit(grant)) return true;
  return false;
}

/** Service accounts are authorized by their user name. */
function holderOf(subject: Subject, bindingNamespace: string): Holder | undefined {
  const { kind, name } = subject;
  if (kind === 'User') return { kind: 'users', name };
  if (kind === 'Group') return { kind: 'groups', name };
  const namespace = subject.namespace || bindingNamespace;
  if (kind !== 'ServiceAccount' || namespace === '') return undefined;
  return { kind: 'users', name: `system:serviceaccount:${namespace}:${name}` };
}

function describeSubject(subject: Subject, bindingNamespace: string): string {
  const { kind, name } = subject;
  if (kind !== 'ServiceAccount') return `${kind} ${goQuote(name)}`;
  return `${kind} ${goQuote(`${name}/${subject.namespace || bindingNamespace}`)}`;
}
