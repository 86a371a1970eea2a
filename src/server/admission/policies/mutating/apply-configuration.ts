// Follows staging/src/k8s.io/apiserver/pkg/admission/plugin/policy/mutating/patch/smd.go (v1.36)

import { type ApplyType, ApplyTypeError, mergeValues, validateApplied } from '../../../../apimachinery/apply/index.js';
import {
  CelObject,
  CelTimestamp,
  type CelValue,
  celToJson,
  isList,
  isMap,
  listItems,
  mapGet,
  mapKeys,
  objectTypeProblems,
} from '../../../../apimachinery/cel/index.js';
import { cloneJson, isJsonObject, type JsonObject, type JsonValue } from '../../../../apimachinery/meta/index.js';
import type { Compiled } from '../../cel/index.js';
import { evaluateMutation, type Mutation } from './mutation.js';

/** A mutation whose expression is an `Object` that is merged into the existing object, as in server-side apply. */
export function applyConfigurationMutation(expression: Compiled): Mutation {
  return async ({ object, kind, versions }, evaluation) => {
    const configuration = configurationOf(await evaluateMutation(expression, evaluation));
    const patch = { ...configuration, apiVersion: object['apiVersion']!, kind: object['kind']! };
    const type = versions.typeOf(kind);
    const merged = merge(type, object, patch);
    if (merged === object) return object;
    const shaped = cloneJson(merged) as JsonObject;
    versions.shape(shaped, kind);
    return shaped;
  };
}

function configurationOf(value: CelValue): JsonObject {
  if (!(value instanceof CelObject)) {
    throw new Error('unsupported return type from ApplyConfiguration expression');
  }
  const problems = objectTypeProblems(value);
  if (problems.length > 0) throw new Error(`type mismatch: ${problems.join('\n')}`);
  const foreign = findForeign(value, '');
  if (foreign) throw new Error(`error applying patch: failed to convert patch object to typed object: ${foreign}`);
  return celToJson(value) as JsonObject;
}

/** Returns the problem with the first value that has no JSON form: bytes and times have to be strings. */
function findForeign(value: CelValue, path: string): string | undefined {
  if (value instanceof Uint8Array) {
    const bytes = Array.from(value, (byte) => `0x${byte.toString(16)}`).join(', ');
    return `${path}: expected string, got &value.valueUnstructured{Value:[]uint8{${bytes}}}`;
  }
  if (value instanceof CelTimestamp) return `${path}: expected any scalar, got &{${goTime(value)}}`;
  for (const [inner, part] of partsOf(value)) {
    const found = findForeign(part, `${path}${inner}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

function* partsOf(value: CelValue): Iterable<readonly [path: string, part: CelValue]> {
  if (isList(value)) {
    for (const [index, item] of listItems(value).entries()) yield [`[${index}]`, item];
  } else if (isMap(value)) {
    for (const key of mapKeys(value)) yield [`.${key}`, mapGet(value, key)!];
  } else if (value instanceof CelObject) {
    for (const name of value.fieldNames()) yield [`.${name}`, value.field(name)!];
  }
}

/** Formats a time as Go does, in UTC, to the second. */
function goTime({ nanoseconds }: CelTimestamp): string {
  const text = new Date(Number(nanoseconds / 1_000_000n)).toISOString();
  return `${text.slice(0, 19).replace('T', ' ')} +0000 UTC`;
}

function merge(type: ApplyType, object: JsonObject, patch: JsonObject): JsonValue {
  try {
    checkPatch(type, patch);
    return mergeValues(type, object, patch);
  } catch (error) {
    if (error instanceof ApplyTypeError)
      throw new Error(`error applying patch: failed to merge patch: ${error.message}`);
    throw error;
  }
}

function checkPatch(type: ApplyType, patch: JsonObject): void {
  try {
    validateApplied(type, patch);
  } catch (error) {
    if (!(error instanceof ApplyTypeError)) throw error;
    throw new Error(`error applying patch: failed to convert patch object to typed object: ${error.message}`);
  }
  const atomics = findAtomics(type, patch, '');
  if (atomics.length === 0) return;
  const problem = `may not mutate atomic arrays, maps or structs: ${atomics.join(', ')}`;
  throw new Error(`error applying patch: invalid ApplyConfiguration: ${problem}`);
}

/**
 * Returns the paths of all atomic values, which apply would replace as a whole: a mutation that means to change a part
 * of one would silently lose the rest. Only declared fields are visited.
 */
function findAtomics(type: ApplyType, value: JsonValue, path: string): string[] {
  if (Array.isArray(value)) {
    const { list } = type;
    if (!list) return [];
    const inner = value.flatMap((item, index) => findAtomics(list.elementType, item, `${path}[${index}]`));
    return list.kind === 'atomic' ? [path, ...inner] : inner;
  }
  const { map } = type;
  if (!isJsonObject(value) || !map) return [];
  const inner = Object.entries(value).flatMap(([name, field]) => {
    const declared = map.fields.get(name);
    return declared ? findAtomics(declared.type, field, `${path}.${name}`) : [];
  });
  return map.isAtomic ? [path, ...inner] : inner;
}
