// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/controller/status/naming_controller.go (v1.36)

import type { DefinitionNames } from '../definition/index.js';

/** Reference counts of names: a definition may use the same name for its plural and its singular. */
type Taken = Map<string, number>;

/** Plurals, singulars and short names share one name space, kinds and list kinds another. */
export type NameSpace = 'resources' | 'kinds';

interface GroupNames extends Readonly<Record<NameSpace, Taken>> {
  /** Definitions that want a name that another one has. */
  readonly waiting: Set<string>;
}

interface Claim {
  readonly group: string;
  readonly resources: readonly string[];
  readonly kinds: readonly string[];
}

/** The names that are taken in each group, and the definitions that wait for one. Operations take constant time. */
export class NameRegistry {
  readonly #groups = new Map<string, GroupNames>();
  /** By definition name. */
  readonly #claims = new Map<string, Claim>();

  isTaken(group: string, space: NameSpace, name: string): boolean {
    return this.#groups.get(group)?.[space].has(name) ?? false;
  }

  /**
   * Sets the names of a definition in its group. Returns the definitions that wait for a name in the group it released
   * names of.
   */
  claim(name: string, group: string, names: Partial<DefinitionNames> = {}): readonly string[] {
    const { plural = '', singular = '', shortNames = [], kind = '', listKind = '' } = names;
    const resources = [plural, singular, ...shortNames].filter(Boolean);
    const kinds = [kind, listKind].filter(Boolean);
    const before = this.#claims.get(name);
    if (before && isSame(before.resources, resources) && isSame(before.kinds, kinds)) return [];
    const released = this.#release(name);
    const taken = this.#namesOf(group);
    for (const resource of resources) take(taken.resources, resource);
    for (const each of kinds) take(taken.kinds, each);
    this.#claims.set(name, { group, resources, kinds });
    return released;
  }

  /** Removes a definition. Returns the definitions that wait for a name in its group. */
  remove(name: string, group: string): readonly string[] {
    this.#groups.get(group)?.waiting.delete(name);
    const released = this.#release(name);
    this.#claims.delete(name);
    this.#forgetIfEmpty(group);
    return released;
  }

  setWaiting(name: string, group: string, { isWaiting }: { isWaiting: boolean }): void {
    if (isWaiting) this.#namesOf(group).waiting.add(name);
    else this.#groups.get(group)?.waiting.delete(name);
  }

  #release(name: string): readonly string[] {
    const claim = this.#claims.get(name);
    const names = claim && this.#groups.get(claim.group);
    if (!names) return [];
    for (const resource of claim.resources) giveBack(names.resources, resource);
    for (const kind of claim.kinds) giveBack(names.kinds, kind);
    return [...names.waiting].filter((waiting) => waiting !== name);
  }

  #namesOf(group: string): GroupNames {
    let names = this.#groups.get(group);
    if (!names) {
      names = { resources: new Map(), kinds: new Map(), waiting: new Set() };
      this.#groups.set(group, names);
    }
    return names;
  }

  #forgetIfEmpty(group: string): void {
    const names = this.#groups.get(group);
    if (names && names.resources.size === 0 && names.kinds.size === 0 && names.waiting.size === 0)
      this.#groups.delete(group);
  }
}

function take(taken: Taken, name: string): void {
  taken.set(name, (taken.get(name) ?? 0) + 1);
}

function giveBack(taken: Taken, name: string): void {
  const count = taken.get(name) ?? 0;
  if (count > 1) taken.set(name, count - 1);
  else taken.delete(name);
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((value, index) => value === b[index]);
}
