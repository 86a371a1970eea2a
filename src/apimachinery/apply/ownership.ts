// Follows vendor/sigs.k8s.io/structured-merge-diff/v6/merge/update.go (v1.36)

import { shouldYieldBetweenStages, yieldToEventLoop } from '../event-loop/index.js';
import { compareBytes, type JsonObject, jsonEqual } from '../meta/index.js';
import type { ApplyType } from './apply-type.js';
import { compareYielding } from './compare.js';
import type { Comparison } from './comparison.js';
import { ApplyConflicts, type FieldConflict } from './conflict.js';
import type { FieldFilter } from './field-filter.js';
import { FieldSet } from './field-set.js';
import { identityOf, type ManagedEntries, ManagedEntry, type ManagerIdentity, timestampOf } from './managed-fields.js';
import { mergeValues } from './merge.js';
import { type Claim, pruneMerged } from './prune.js';
import { reconcileWithType } from './schema-fields.js';
import { strippedFields } from './stripped-fields.js';
import { fieldSetOf } from './to-field-set.js';
import { inVersion, type Versions } from './versions.js';
import { WideSets } from './wide-sets.js';

/** An object before and after a write, in the version of the request. */
export interface Step {
  readonly before: JsonObject;
  readonly after: JsonObject;
}

/** The effect of a write on the fields of one version. */
interface Change {
  /** Added or modified. */
  readonly changed: FieldSet;
  readonly removed: FieldSet;
}

interface Changes {
  readonly current: Change;
  readonly byVersion: ReadonlyMap<string, Change>;
}

export interface OwnershipOptions {
  readonly apiVersion: string;
  readonly versions: Versions;
  /** By version. */
  readonly resetFields?: ReadonlyMap<string, FieldFilter>;
  readonly now: () => Date;
}

/** The rules by which writes transfer fields between managers. */
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

  /**
   * After a write other than apply: the writer becomes the only owner of what it changed; what it removed has no owner.
   */
  async update(step: Step, managed: ManagedEntries, writer: ManagerIdentity): Promise<ManagedEntries> {
    const current = this.#reconciled(managed);
    const changes = await this.#changes(step, current);
    if (shouldYieldBetweenStages()) await yieldToEventLoop();
    const released = release(current, changes);
    const own = changes.current.changed.difference(strippedFields);
    if (own.isEmpty) return released.managed;
    const identity = identityOf(writer);
    const set = own.union(released.managed.get(identity)?.set ?? FieldSet.empty);
    released.managed.set(identity, new ManagedEntry(writer, set, { time: timestampOf(this.#options.now()) }));
    return released.managed;
  }

  /**
   * Returns the live object with the configuration applied, and the new owners. Throws ApplyConflicts unless forced.
   * Returns `live` itself if nothing changes.
   */
  async apply(
    { live, config }: { live: JsonObject; config: JsonObject },
    managed: ManagedEntries,
    { applier, force }: { applier: ManagerIdentity; force: boolean },
  ): Promise<{ object: JsonObject; managed: ManagedEntries }> {
    const identity = identityOf(applier);
    const current = this.#reconciled(managed);
    const last = current.get(identity);
    const set = this.#filtered(await this.#fieldSetOf(config));
    if (shouldYieldBetweenStages()) await yieldToEventLoop();
    const applied = new ManagedEntry(applier, set, { time: last?.time });
    const claimed = new Map(current).set(identity, applied);
    const object = await this.#mergeAndPrune({ live, config }, { last, applied, managed: claimed });
    if (shouldYieldBetweenStages()) await yieldToEventLoop();
    const changes = await this.#changes({ before: live, after: object }, claimed);
    if (shouldYieldBetweenStages()) await yieldToEventLoop();
    const released = release(claimed, changes, identity);
    if (!force && released.conflicts.length > 0) throw new ApplyConflicts(released.conflicts);
    if (shouldYieldBetweenStages()) await yieldToEventLoop();
    const isUnchanged = object === live || jsonEqual(object, live);
    const time = isUnchanged ? last?.time : timestampOf(this.#options.now());
    if (shouldYieldBetweenStages()) await yieldToEventLoop();
    claim(released.managed, new ManagedEntry(applier, set.difference(strippedFields), { time }), last);
    return { object: isUnchanged ? live : object, managed: released.managed };
  }

  async #fieldSetOf(config: JsonObject): Promise<FieldSet> {
    const wideSets = new WideSets();
    const set = fieldSetOf(this.#type, config, wideSets);
    await wideSets.complete();
    return set;
  }

  async #mergeAndPrune({ live, config }: { live: JsonObject; config: JsonObject }, claim: Claim): Promise<JsonObject> {
    const merged = mergeValues(this.#type, live, config) as JsonObject;
    if (shouldYieldBetweenStages()) await yieldToEventLoop();
    return pruneMerged(this.#options.versions, merged, claim);
  }

  /** Computes the changes in the request's version and in each version that a manager wrote in. */
  async #changes(step: Step, managed: ManagedEntries): Promise<Changes> {
    const { apiVersion, versions } = this.#options;
    const current = this.#changeIn(apiVersion, await compareYielding(this.#type, step.before, step.after));
    const byVersion = new Map([[apiVersion, current]]);
    for (const { apiVersion: other } of managed.values()) {
      if (byVersion.has(other)) continue;
      if (shouldYieldBetweenStages()) await yieldToEventLoop();
      const before = await inVersion(versions, step.before, {
        apiVersion: other,
        purpose: 'failed to convert old object',
      });
      const after = await inVersion(versions, step.after, {
        apiVersion: other,
        purpose: 'failed to convert new object',
      });
      if (before === undefined || after === undefined) continue;
      const compared = await compareYielding(after.type, before.object, after.object);
      byVersion.set(other, this.#changeIn(other, compared));
    }
    return { current, byVersion };
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

  /** Reconciles the entries with the current schemas; drops entries of versions that no longer exist. */
  #reconciled(managed: ManagedEntries): ManagedEntries {
    const reconciled = new Map<string, ManagedEntry>();
    for (const [identity, entry] of managed) {
      const type = this.#options.versions.typeOf(entry.apiVersion);
      if (type !== undefined) reconciled.set(identity, entry.withSet(reconcileWithType(entry.set, type)));
    }
    return reconciled;
  }
}

/** Removes changed and removed fields from all managers but one. Drops entries of versions that no longer exist. */
function release(
  managed: ManagedEntries,
  { byVersion }: Changes,
  except?: string,
): { managed: Map<string, ManagedEntry>; conflicts: FieldConflict[] } {
  const kept = new Map<string, ManagedEntry>();
  const conflicts: FieldConflict[] = [];
  for (const [identity, entry] of managed) {
    const change = byVersion.get(entry.apiVersion);
    if (identity === except || change === undefined) continue;
    const fields = entry.set.intersection(change.changed);
    if (!fields.isEmpty) conflicts.push({ entry, fields });
    const set = entry.set.difference(fields).difference(change.removed);
    if (!set.isEmpty) kept.set(identity, entry.withSet(set));
  }
  conflicts.sort((a, b) => compareBytes(identityOf(a.entry), identityOf(b.entry)));
  return { managed: kept, conflicts };
}

/** Adds the applied entry unless it is empty; reuses the previous entry, or at least its set, if equal. */
function claim(managed: Map<string, ManagedEntry>, applied: ManagedEntry, last: ManagedEntry | undefined): void {
  if (applied.set.isEmpty) return;
  const isSameSet = last?.set.equals(applied.set) === true;
  const isSame = isSameSet && last.time === applied.time && last.apiVersion === applied.apiVersion;
  managed.set(identityOf(applied), isSame ? last : applied.withSet(isSameSet ? last.set : applied.set));
}
