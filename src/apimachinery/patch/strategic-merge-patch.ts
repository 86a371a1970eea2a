// Follows staging/src/k8s.io/apimachinery/pkg/util/strategicpatch/patch.go (v1.36)

import {
  DeferredCalls,
  getOwn,
  goFormat,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  maxRecursion,
} from '../meta/index.js';
import { badRequest, errorWithoutReason } from '../status/index.js';
import { discardNulls } from './discard-nulls.js';
import { applyElementOrder } from './element-order.js';
import { holdsObjects, mergeList, type PatchRun } from './merge-list.js';
import { ObjectDraft } from './object-draft.js';
import { fieldOrRefuse, type PatchField, type PatchSchema, unknownPatchSchema } from './patch-schema.js';
import {
  deleteListPrefix,
  directive,
  directiveText,
  fieldOfDirective,
  orderPrefix,
  removeDirectives,
  retainKeys,
} from './strategic-directives.js';

/** A patch may name one item of a long list many times; rejects far more work than real patches need. */
const maxListItems = 1_000_000;

/**
 * Applies a strategic merge patch: a merge patch with directives, in which lists can be merged by the key of the
 * schema. Modifies neither document; the result shares unchanged parts with the original.
 */
export function applyStrategicMergePatch(document: JsonObject, patch: JsonObject, schema: PatchSchema): JsonObject {
  return new StrategicMerge().mergeWhole(document, patch, schema);
}

/** One application of a patch. */
class StrategicMerge implements PatchRun {
  readonly #owned = new Set<JsonObject>();
  #listItems = 0;

  #depth = 0;
  #deferred: DeferredCalls<readonly [JsonObject, JsonObject, PatchSchema], JsonObject> | undefined;

  mergeWhole(document: JsonObject, patch: JsonObject, schema: PatchSchema): JsonObject {
    const merged = this.merge(document, patch, schema);
    return this.#deferred?.finish([document, patch, schema], (parts) => this.merge(...parts)) ?? merged;
  }

  merge(document: JsonObject, patch: JsonObject, schema: PatchSchema): JsonObject {
    if (this.#depth === maxRecursion) {
      this.#deferred ??= new DeferredCalls();
      return this.#deferred.resultOf([document, patch, schema], document);
    }
    this.#depth++;
    const merged = this.#merge(document, patch, schema);
    this.#depth--;
    return merged;
  }

  #merge(document: JsonObject, patch: JsonObject, schema: PatchSchema): JsonObject {
    const whole = getOwn(patch, directive);
    if (whole !== undefined) return replaceObject(patch, whole);
    const draft = new ObjectDraft(document, this.#owned);
    keepRetained(draft, patch);
    const ordered = applyElementOrder(draft, patch, { schema, run: this });
    for (const key of Object.keys(patch)) {
      if (key === retainKeys || key.startsWith(orderPrefix) || ordered.has(key)) continue;
      if (key.startsWith(deleteListPrefix)) deleteScalars(draft, key, patch[key] as JsonValue);
      else this.#mergeMember(draft, { key, value: patch[key] as JsonValue, schema });
    }
    return draft.value;
  }

  countItems(count: number): void {
    this.#listItems += count;
    if (this.#listItems > maxListItems) throw badRequest('the patch merges too many list items');
  }

  #mergeMember(draft: ObjectDraft, { key, value, schema }: Member): void {
    const current = draft.get(key);
    if (value === null) {
      draft.delete(key);
    } else if (isJsonObject(current) && isJsonObject(value)) {
      const field = memberField(schema, key);
      const replaces = field?.strategy === 'replace';
      draft.set(key, replaces ? value : this.merge(current, value, field?.schema ?? unknownPatchSchema));
    } else if (Array.isArray(current) && Array.isArray(value)) {
      const field = memberField(schema, key);
      const merges = field?.strategy === 'merge';
      draft.set(key, merges ? mergeList(current, value, { field, run: this }) : value);
    } else {
      setNew(draft, key, value);
    }
  }
}

interface Member {
  readonly key: string;
  readonly value: JsonValue;
  readonly schema: PatchSchema;
}

/** RawExtension fields cannot be merged: the Go type has no such fields. */
function memberField(schema: PatchSchema, key: string): PatchField | undefined {
  return schema.structName === 'RawExtension' ? fieldOrRefuse(schema, key) : schema.field(key);
}

function replaceObject(patch: JsonObject, kind: JsonValue): JsonObject {
  if (kind === 'delete') return {};
  if (kind !== 'replace')
    throw errorWithoutReason(`unknown patch type: ${directiveText(kind)} in map: ${goFormat(patch)}`);
  const draft = new ObjectDraft(patch);
  draft.delete(directive);
  return draft.value;
}

/** `$retainKeys` lists the keys to keep: all others are removed from the object. */
function keepRetained(draft: ObjectDraft, patch: JsonObject): void {
  const retained = getOwn(patch, retainKeys);
  if (retained === undefined) return;
  const malformed = () => badRequest('invalid patch format of retainKeys');
  if (!Array.isArray(retained)) throw malformed();
  const keys = new Set(retained);
  for (const key of Object.keys(patch)) {
    const isDirective = key === retainKeys || key.startsWith(deleteListPrefix) || key.startsWith(orderPrefix);
    if (!isDirective && patch[key] !== null && !keys.has(key)) throw malformed();
  }
  for (const key of Object.keys(draft.value)) {
    if (!keys.has(key)) draft.delete(key);
  }
}

/** Sets a value where there was none, or one of another type: nulls and directives in it have no effect. */
function setNew(draft: ObjectDraft, key: string, value: JsonValue): void {
  const kept = removeDirectives(discardNulls(value));
  if (kept === undefined) draft.delete(key);
  else draft.set(key, kept);
}

function deleteScalars(draft: ObjectDraft, directiveKey: string, scalars: JsonValue): void {
  const key = fieldOfDirective(directiveKey, deleteListPrefix);
  if (scalars === null) {
    draft.delete(key);
    return;
  }
  const current = draft.get(key);
  if (!Array.isArray(current) || !Array.isArray(scalars)) return;
  if (current.length + scalars.length > 0) holdsObjects(current, scalars);
  const deleted = new Set(scalars);
  const kept = current.filter((item) => !deleted.has(item));
  if (kept.length < current.length) draft.set(key, kept);
}
