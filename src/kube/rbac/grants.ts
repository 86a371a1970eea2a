import { goQuote, type JsonObject, metadataOf } from '../../apimachinery/meta/index.js';
import type { UserInfo } from '../../server/index.js';
import { listIn, objectIn, textIn } from '../fields.js';

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

  put(binding: JsonObject): void {
    const { name = '', namespace = '' } = metadataOf(binding);
    this.remove(name);
    const { kind, name: roleName } = objectIn(binding['roleRef']);
    const role = { kind: textIn(kind), namespace, name: textIn(roleName) };
    const what = namespace ? `RoleBinding ${goQuote(`${name}/${namespace}`)}` : `ClusterRoleBinding ${goQuote(name)}`;
    const holders: Holder[] = [];
    for (const subject of listIn(binding['subjects']).map(objectIn)) {
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
function holderOf(subject: JsonObject, bindingNamespace: string): Holder | undefined {
  const [kind, name] = [textIn(subject['kind']), textIn(subject['name'])];
  if (kind === 'User') return { kind: 'users', name };
  if (kind === 'Group') return { kind: 'groups', name };
  const namespace = textIn(subject['namespace']) || bindingNamespace;
  if (kind !== 'ServiceAccount' || namespace === '') return undefined;
  return { kind: 'users', name: `system:serviceaccount:${namespace}:${name}` };
}

function describeSubject(subject: JsonObject, bindingNamespace: string): string {
  const [kind, name] = [textIn(subject['kind']), textIn(subject['name'])];
  if (kind !== 'ServiceAccount') return `${kind} ${goQuote(name)}`;
  return `${kind} ${goQuote(`${name}/${textIn(subject['namespace']) || bindingNamespace}`)}`;
}
