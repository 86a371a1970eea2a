// Follows staging/src/k8s.io/apimachinery/pkg/util/managedfields/fieldmanager.go (v1.36)

import { runYielding, shouldYieldBetweenStages, yieldToEventLoop } from '../event-loop/index.js';
import {
  formatGroupVersionKind,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseGroupVersion,
} from '../meta/index.js';
import { badRequest, messageOf } from '../status/index.js';
import { ApplyTypeError } from './apply-type-error.js';
import { ApplyConflicts, conflictError } from './conflict.js';
import type { FieldFilter } from './field-filter.js';
import type { FieldSet } from './field-set.js';
import { clientSideAppliedFields, kubectlManager, withLastApplied } from './last-applied.js';
import {
  decodingManagedFields,
  encodingManagedFields,
  type ManagedEntries,
  type ManagedFieldsOperation,
  type ManagerIdentity,
  managedFieldsOf,
  withManagedFields,
} from './managed-fields.js';
import { Ownership } from './ownership.js';
import { capUpdateManagers } from './update-managers-cap.js';
import { validatingApplied } from './validate-value.js';
import type { Versions } from './versions.js';

/** Options of a `FieldManager`. */
export interface FieldManagerOptions {
  /** The version and kind of this endpoint's requests: all objects passed in and returned have them. */
  readonly apiVersion: string;
  readonly kind: string;
  /** For example `status`. Unset: the main resource. */
  readonly subresource?: string;
  readonly versions: Versions;
  /** By version: the fields that can be owned through this endpoint. */
  readonly resetFields?: ReadonlyMap<string, FieldFilter>;
  /** The object before anything is set. Unset: only apiVersion and kind. */
  readonly emptyObject?: JsonObject;
  readonly now: () => Date;
  /** Called when the owners of a write could not be recorded. The write continues. */
  readonly onRecordFailure?: (error: unknown) => void;
}

/** Owns the fields that existed before the first server-side apply to an object without managed fields. */
const beforeFirstApply = 'before-first-apply';

/**
 * Maintains `metadata.managedFields` for one endpoint. Never modifies the objects that it is given; results share parts
 * with them.
 */
export class FieldManager {
  readonly #options: FieldManagerOptions;
  readonly #ownership: Ownership;
  readonly #emptyObject: JsonObject;

  constructor(options: FieldManagerOptions) {
    this.#options = options;
    this.#ownership = new Ownership(options);
    this.#emptyObject = options.emptyObject ?? { apiVersion: options.apiVersion, kind: options.kind };
  }

  /**
   * Returns the object of a create (no `live`), update or patch, with the writer as owner of what it changed. Never
   * throws: if the owners cannot be determined, none are recorded.
   */
  async recordUpdate(
    live: JsonObject | undefined,
    object: JsonObject,
    { manager }: { manager: string },
  ): Promise<JsonObject> {
    try {
      return await this.#record(live, object, this.#identity(manager, 'Update'));
    } catch (error) {
      this.#options.onRecordFailure?.(error);
      return withManagedFields(object, []);
    }
  }

  async #record(live: JsonObject | undefined, object: JsonObject, writer: ManagerIdentity): Promise<JsonObject> {
    const managed = await this.#managedForUpdate(live, object);
    // No owners were recorded so far, or they were just reset: recording starts with the first apply.
    if (managed.size === 0 && live !== undefined && hasUid(live)) return withManagedFields(object, []);
    if (live !== undefined) {
      await this.#checkTyped('new', object);
      if (shouldYieldBetweenStages()) await yieldToEventLoop();
      await this.#checkTyped('live', live);
    }
    if (shouldYieldBetweenStages()) await yieldToEventLoop();
    const before = live === undefined ? this.#emptyObject : withManagedFields(live, []);
    const recorded = await this.#ownership.update({ before, after: withManagedFields(object, []) }, managed, writer);
    if (shouldYieldBetweenStages()) await yieldToEventLoop();
    return withManagedFields(object, await runYielding(encodingManagedFields(capUpdateManagers(recorded))));
  }

  /** Clients may send managed fields with the main resource; if those are invalid, the live object's are used. */
  async #managedForUpdate(live: JsonObject | undefined, object: JsonObject): Promise<ManagedEntries> {
    const sent = this.#options.subresource ? undefined : managedFieldsOf(object);
    if (sent !== undefined) {
      if (isReset(sent)) return noManagers;
      const managed = await decodeOrNone(sent);
      if (managed.size > 0) return managed;
    }
    return decodeOrNone((live && managedFieldsOf(live)) ?? []);
  }

  /**
   * Returns the result of a server-side apply of `config` to `live` (unset: a create). Returns `live` itself if nothing
   * changes. Throws a StatusError: 409 with a cause for each field that another manager owns, 400 for an invalid
   * `config`; and other errors for objects that do not match their type.
   */
  async apply(
    live: JsonObject | undefined,
    config: JsonObject,
    { manager, force = false }: { manager: string; force?: boolean },
  ): Promise<JsonObject> {
    const decoded = await decodeLive(live);
    if (shouldYieldBetweenStages()) await yieldToEventLoop();
    await this.#checkConfig(config);
    if (shouldYieldBetweenStages()) await yieldToEventLoop();
    if (live !== undefined && decoded.size > 0) await this.#checkLive(live);
    const current = live ?? { apiVersion: this.#options.apiVersion, kind: this.#options.kind };
    const managed = decoded.size === 0 && live !== undefined ? await this.#ownersBeforeFirstApply(live) : decoded;
    const applied = await this.#applyOrConflict({ live: current, config }, managed, { manager, force });
    if (shouldYieldBetweenStages()) await yieldToEventLoop();
    const object = withManagedFields(applied.object, await runYielding(encodingManagedFields(applied.managed)));
    return manager === kubectlManager ? withLastApplied(object, config) : object;
  }

  async #ownersBeforeFirstApply(live: JsonObject): Promise<ManagedEntries> {
    const step = { before: this.#emptyObject, after: withManagedFields(live, []) };
    try {
      await this.#checkTyped('new', live);
      return await this.#ownership.update(step, noManagers, this.#identity(beforeFirstApply, 'Update'));
    } catch (error) {
      const misfit = error instanceof ApplyTypeError ? await this.#misfitOf(this.#options.versions, live) : undefined;
      const problem = misfit ? this.#notTyped('new', live, misfit) : messageOf(error);
      throw new Error(`failed to create manager for existing fields: ${problem}`);
    }
  }

  async #applyOrConflict(
    objects: { live: JsonObject; config: JsonObject },
    managed: ManagedEntries,
    { manager, force }: { manager: string; force: boolean },
  ): Promise<{ object: JsonObject; managed: ManagedEntries }> {
    const applier = this.#identity(manager, 'Apply');
    try {
      return await this.#ownership.apply(objects, managed, { applier, force });
    } catch (error) {
      if (!(error instanceof ApplyConflicts)) throw this.#liveError(error, objects.live);
      const allowed = manager === kubectlManager ? this.#clientSideApplied(objects.live) : undefined;
      const conflicts = error.conflicts
        .map(({ entry, fields }) => ({ entry, fields: allowed ? fields.difference(allowed) : fields }))
        .filter(({ fields }) => !fields.isEmpty);
      if (conflicts.length > 0) throw conflictError(conflicts);
      return this.#ownership.apply(objects, managed, { applier, force: true });
    }
  }

  #clientSideApplied(live: JsonObject): FieldSet | undefined {
    const type = this.#options.versions.typeOf(this.#options.apiVersion);
    return type && clientSideAppliedFields(live, type);
  }

  async #checkConfig(config: JsonObject): Promise<void> {
    const { apiVersion, kind, versions } = this.#options;
    if (config.apiVersion !== apiVersion || config.kind !== kind) {
      throw badRequest(`invalid object type: ${printKind(config)}`);
    }
    if (managedFieldsOf(config) !== undefined) throw badRequest('metadata.managedFields must be nil');
    const type = versions.typeOf(apiVersion);
    if (type === undefined) throw new Error(`no corresponding type for ${printKind(config)}`);
    try {
      await runYielding(validatingApplied(type, config));
    } catch (error) {
      if (!(error instanceof ApplyTypeError)) throw error;
      throw new Error(`failed to create typed patch object (${printObject(config)}): ${error.message}`);
    }
  }

  async #checkTyped(which: 'live' | 'new', object: JsonObject): Promise<void> {
    const error = await this.#misfit(object);
    if (error === undefined) return;
    throw new Error(this.#notTyped(which, object, error));
  }

  #notTyped(which: 'live' | 'new', object: JsonObject, error: ApplyTypeError): string {
    return `failed to convert ${which} object (${printObject(object)}) to smd typed: ${error.message}`;
  }

  async #checkLive(live: JsonObject): Promise<void> {
    const error = await this.#misfit(live);
    if (error) throw this.#liveError(error, live);
  }

  async #misfit(object: JsonObject): Promise<ApplyTypeError | undefined> {
    const { versions } = this.#options;
    return versions.mayMisfit ? await this.#misfitOf(versions, object) : undefined;
  }

  async #misfitOf(versions: Versions, object: JsonObject): Promise<ApplyTypeError | undefined> {
    const type = versions.typeOf(this.#options.apiVersion);
    try {
      if (type) await runYielding(validatingApplied(type, object, { allowDuplicates: true }));
      return undefined;
    } catch (error) {
      if (error instanceof ApplyTypeError) return error;
      throw error;
    }
  }

  #liveError(error: unknown, live: JsonObject): unknown {
    if (!(error instanceof ApplyTypeError)) return error;
    return new Error(`failed to create typed live object (${printObject(live)}): ${error.message}`);
  }

  #identity(manager: string, operation: ManagedFieldsOperation): ManagerIdentity {
    const { apiVersion, subresource = '' } = this.#options;
    return { manager: manager || 'unknown', operation, apiVersion, subresource };
  }
}

const noManagers: ManagedEntries = new Map();

async function decodeOrNone(entries: readonly JsonValue[]): Promise<ManagedEntries> {
  try {
    return await runYielding(decodingManagedFields(entries));
  } catch {
    return noManagers;
  }
}

async function decodeLive(live: JsonObject | undefined): Promise<ManagedEntries> {
  try {
    return await runYielding(decodingManagedFields((live && managedFieldsOf(live)) ?? []));
  } catch (error) {
    throw new Error(`failed to decode managed fields: ${messageOf(error)}`);
  }
}

/** An empty list, or one empty entry for patch types that cannot send an empty list: resets all owners. */
function isReset(entries: readonly JsonValue[]): boolean {
  if (entries.length === 0) return true;
  const [entry] = entries;
  return (
    entries.length === 1 && isJsonObject(entry) && Object.values(entry).every((value) => value === '' || value === null)
  );
}

function hasUid(object: JsonObject): boolean {
  const uid = isJsonObject(object.metadata) ? object.metadata.uid : undefined;
  return typeof uid === 'string' && uid !== '';
}

function printKind({ apiVersion, kind }: JsonObject): string {
  const text = typeof apiVersion === 'string' ? apiVersion : '';
  if (text.split('/').length > 2) return formatGroupVersionKind({ group: '', version: '', kind: '' });
  return formatGroupVersionKind({ ...parseGroupVersion(text), kind: typeof kind === 'string' ? kind : '' });
}

function printObject(object: JsonObject): string {
  const metadata = isJsonObject(object.metadata) ? object.metadata : {};
  const [namespace, name] = [metadata.namespace, metadata.name].map((part) => (typeof part === 'string' ? part : ''));
  return `${namespace}/${name}; ${printKind(object)}`;
}
