import { compareBytes, type JsonObject, jsonEqual } from '../meta/index.js';
import type { ApplyType } from './apply-type.js';
import { compareValues } from './compare.js';
import type { Comparison } from './comparison.js';
import { ApplyConflicts, type FieldConflict } from './conflict.js';
import type { FieldFilter } from './field-filter.js';
import type { FieldSet } from './field-set.js';
import {
  identityOf,
  type ManagedEntries,
  type ManagedEntry,
  type ManagerIdentity,
  timestampOf,
  withSet,
} from './managed-fields.js';
import { mergeValues } from './merge.js';
import { type Claim, pruneMerged } from './prune.js';
import { reconcileWithType } from './schema-fields.js';
import { strippedFields } from './stripped-fields.js';
import { fieldSetOf } from './to-field-set.js';
import { inVersion, type Versions } from './versions.js';

/** An object before and after a write, in the version of the request. */
export interface Step {
  readonly before: JsonObject;
  readonly after: JsonObject;
}

/** What a write does to one version's fields. */
interface Change {
  /** Added or modified. */
  readonly changed: FieldSet;
  readonly removed: FieldSet;
}

export interface OwnershipOptions {
  readonly apiVersion: string;
  readonly versions: Versions;
  /** By version. */
  readonly resetFields?: ReadonlyMap<string, FieldFilter>;
  readonly now: () => Date;
}

/** The rules by which writes move fields between managers. */
export class Ownership {
  readonly #options: OwnershipOptions;

  constructor(options: OwnershipOptions) {
    this.#options = options;
  }

  get #type(): ApplyType {
    const { versions, apiVersion } = this.#options;
    const type = versions.typeOf(apiVersion);
    if (type === undefined) throw new Error(`no corresponding type for ${apiVersion}`);
    return type;
  }

  /** After a write that is no apply: what it changed is the writer's alone, what it removed is nobody's. */
  async update(step: Step, managed: ManagedEntries, writer: ManagerIdentity): Promise<ManagedEntries> {
    const released = await this.#release(step, this.#reconciled(managed));
    const own = this.#ownable(released.change.changed);
    if (own.isEmpty) return released.managed;
    const identity = identityOf(writer);
    const previous = released.managed.get(identity);
    return new Map(released.managed).set(identity, {
      ...writer,
      time: timestampOf(this.#options.now()),
      set: previous === undefined ? own : own.union(previous.set),
    });
  }

  /**
   * The live object with the configuration applied, and who owns what then. Throws ApplyConflicts unless forced. Gives
   * back `live` itself where nothing changes.
   */
  async apply(
    { live, config }: { live: JsonObject; config: JsonObject },
    managed: ManagedEntries,
    { applier, force }: { applier: ManagerIdentity; force: boolean },
  ): Promise<{ object: JsonObject; managed: ManagedEntries }> {
    const identity = identityOf(applier);
    const current = this.#reconciled(managed);
    const last = current.get(identity);
    const applied: ManagedEntry = { ...applier, time: last?.time, set: this.#filtered(fieldSetOf(this.#type, config)) };
    const claimed = new Map(current).set(identity, applied);
    const object = await this.#mergeAndPrune({ live, config }, { last, applied, managed: claimed });
    const released = await this.#release({ before: live, after: object }, claimed, identity);
    if (!force && released.conflicts.length > 0) throw new ApplyConflicts(released.conflicts);
    const isUnchanged = object === live || jsonEqual(object, live);
    const entry = isUnchanged ? applied : { ...applied, time: timestampOf(this.#options.now()) };
    return {
      object: isUnchanged ? live : object,
      managed: withApplied(released.managed, identity, { entry, last }),
    };
  }

  async #mergeAndPrune({ live, config }: { live: JsonObject; config: JsonObject }, claim: Claim): Promise<JsonObject> {
    const merged = mergeValues(this.#type, live, config) as JsonObject;
    const pruned = await pruneMerged(this.#options.versions, merged, claim);
    // An empty list is owned by nobody, so pruning may have taken one that the configuration has.
    return pruned === merged ? merged : (mergeValues(this.#type, pruned, config) as JsonObject);
  }

  /** Takes from all managers but one what the step changed or removed. */
  async #release(
    step: Step,
    managed: ManagedEntries,
    except?: string,
  ): Promise<{ managed: ManagedEntries; change: Change; conflicts: FieldConflict[] }> {
    const changes = await this.#changes(step, managed);
    const kept = new Map<string, ManagedEntry>();
    const conflicts: FieldConflict[] = [];
    for (const [identity, entry] of managed) {
      const change = changes.get(entry.apiVersion);
      if (identity === except) kept.set(identity, entry);
      else if (change !== undefined) {
        const fields = entry.set.intersection(change.changed);
        if (!fields.isEmpty) conflicts.push({ entry, fields });
        const set = entry.set.difference(change.changed).difference(change.removed);
        if (!set.isEmpty) kept.set(identity, withSet(entry, set));
      }
    }
    conflicts.sort((a, b) => compareBytes(identityOf(a.entry), identityOf(b.entry)));
    return { managed: kept, change: changes.get(this.#options.apiVersion) as Change, conflicts };
  }

  /** What the step does in the version of the request and in each version that a manager wrote in. */
  async #changes(step: Step, managed: ManagedEntries): Promise<Map<string, Change>> {
    const { apiVersion, versions } = this.#options;
    const changes = new Map([
      [apiVersion, this.#changeIn(apiVersion, compareValues(this.#type, step.before, step.after))],
    ]);
    const others = new Set([...managed.values()].map((entry) => entry.apiVersion));
    others.delete(apiVersion);
    for (const other of others) {
      const before = await inVersion(versions, step.before, other);
      const after = await inVersion(versions, step.after, other);
      if (before === undefined || after === undefined) continue;
      changes.set(other, this.#changeIn(other, compareValues(after.type, before.object, after.object)));
    }
    return changes;
  }

  #changeIn(apiVersion: string, { added, modified, removed }: Comparison): Change {
    return {
      changed: this.#filtered(added.union(modified), apiVersion),
      removed: this.#filtered(removed, apiVersion),
    };
  }

  #filtered(set: FieldSet, apiVersion = this.#options.apiVersion): FieldSet {
    return this.#options.resetFields?.get(apiVersion)?.(set) ?? set;
  }

  #ownable(set: FieldSet): FieldSet {
    return set.difference(strippedFields);
  }

  /** The entries as the schemas of today see them; those of versions that are gone are dropped. */
  #reconciled(managed: ManagedEntries): ManagedEntries {
    const reconciled = new Map<string, ManagedEntry>();
    for (const [identity, entry] of managed) {
      const type = this.#options.versions.typeOf(entry.apiVersion);
      if (type !== undefined) reconciled.set(identity, withSet(entry, reconcileWithType(entry.set, type)));
    }
    return reconciled;
  }
}

/** The applier's entry without what nobody owns; the entry of last time where it says the same. */
function withApplied(
  managed: ManagedEntries,
  identity: string,
  { entry, last }: { entry: ManagedEntry; last: ManagedEntry | undefined },
): ManagedEntries {
  const result = new Map(managed);
  const set = entry.set.difference(strippedFields);
  const isSame =
    last !== undefined && last.time === entry.time && last.apiVersion === entry.apiVersion && last.set.equals(set);
  if (set.isEmpty) result.delete(identity);
  else result.set(identity, isSame ? last : withSet(entry, set));
  return result;
}
