import type { DefinitionNames } from '../definition/index.js';

/** How often each name is taken: a definition may have the same one for its plural and its singular. */
type Taken = Map<string, number>;

/** Plurals, singulars and short names share one space, kinds and kinds of lists another. */
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

/** Which names are taken in each group, and who waits for one. What it costs does not depend on how many there are. */
export class NameRegistry {
  readonly #groups = new Map<string, GroupNames>();
  /** By the name of the definition. */
  readonly #claims = new Map<string, Claim>();

  isTaken(group: string, space: NameSpace, name: string): boolean {
    return this.#groups.get(group)?.[space].has(name) ?? false;
  }

  /** The definition has these names of its group, and no others. Gives those that wait for one that it had. */
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

  /** The definition is gone. Gives those that wait for a name of its group. */
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
