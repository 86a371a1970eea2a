// Values nested as deeply as a document can be: no walk may overflow the stack.
import { describe, expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../meta/index.js';
import { compareValues } from './compare.js';
import { FieldSet } from './field-set.js';
import { decodeFieldsV1, encodeFieldsV1 } from './fields-v1.js';
import { mergeValues } from './merge.js';
import { withDeclaredFields } from './schema-fields.js';
import { extractItems, removeItems } from './select-items.js';
import { fieldSetOf } from './to-field-set.js';
import { validateApplied } from './validate-value.js';
import { workloadType } from './workload.test.support.js';

/** `{ a: { a: … inner } }`, with other fields at each level. */
function nested(depth: number, inner: JsonValue, beside: JsonObject = {}): JsonObject {
  let value = inner;
  for (let step = 0; step < depth; step++) value = { a: value, ...beside };
  return { spec: { anything: value } };
}

/** The innermost value and the number of levels. */
function follow(value: JsonValue | undefined, key: string): { steps: number; end: JsonValue | undefined } {
  let steps = 0;
  let end = value;
  for (; typeof end === 'object' && end !== null && key in end; steps++) end = (end as JsonObject)[key];
  return { steps, end };
}

const anything = (object: JsonValue | undefined) => ((object as JsonObject)['spec'] as JsonObject)['anything'];
const owned = (set: FieldSet) => follow(set.child('f:spec').isEmpty ? undefined : anythingOf(set), 'f:a');
const anythingOf = (set: FieldSet) => (encodeFieldsV1(set)['f:spec'] as JsonObject)['f:anything'];

describe.each([10, 249, 250, 251, 500, 501, 1000, 5000, 9900])('%i levels', (depth) => {
  const value = nested(depth, { x: 1 }, { b: 1 });

  test('are valid, and what is wrong at their end is found there', () => {
    expect(() => validateApplied(workloadType, value)).not.toThrow();
    const wrong = nested(depth, { x: 1 });
    const spec = { ...(wrong['spec'] as JsonObject), replicas: 'many' };
    expect(() => validateApplied(workloadType, { ...wrong, spec })).toThrow(/^\.spec\.replicas: expected numeric/);
  });

  test('are owned to their end', () => {
    const set = fieldSetOf(workloadType, value);
    expect(owned(set).steps).toBe(depth);
    expect(owned(set).end).toMatchObject({ 'f:x': {} });
    expect(decodeFieldsV1(encodeFieldsV1(set)).equals(set)).toBe(true);
    expect(decodeFieldsV1(JSON.parse('{"f:x":{}}')).equals(set)).toBe(false);
  });

  test('are merged and compared to their end', () => {
    const changed = nested(depth, { x: 2, y: 3 }, { b: 1 });
    const merged = mergeValues(workloadType, nested(depth, { x: 1, z: 4 }, { b: 1 }), changed);
    expect(follow(anything(merged), 'a')).toEqual({ steps: depth, end: { x: 2, y: 3, z: 4 } });
    expect(mergeValues(workloadType, value, nested(depth, { x: 1 }, { b: 1 }))).toBe(value);
    const { added, modified, removed } = compareValues(workloadType, value, changed);
    expect([owned(added), owned(modified), owned(removed)]).toMatchObject([
      { steps: depth, end: { 'f:y': {} } },
      { steps: depth, end: { 'f:x': {} } },
      { steps: 0 },
    ]);
    const gone = compareValues(workloadType, value, { spec: { replicas: 1 } });
    expect(owned(gone.removed)).toMatchObject({ steps: depth, end: { 'f:x': {} } });
  });

  test('of sets have unions, intersections and differences', () => {
    const [one, two] = [{ x: 1 }, { y: 1 }].map((inner) => fieldSetOf(workloadType, nested(depth, inner)));
    const both = one!.union(two!);
    expect(owned(both)).toMatchObject({ steps: depth, end: { 'f:x': {}, 'f:y': {} } });
    expect([one!.isSubsetOf(both), both.isSubsetOf(one!), one!.equals(two!)]).toEqual([true, false, false]);
    expect(owned(both.difference(two!))).toMatchObject({ end: { 'f:x': {} } });
    expect(both.intersection(one!).equals(one!)).toBe(true);
    expect(both.recursiveDifference(FieldSet.fromPaths(['f:spec'])).isEmpty).toBe(true);
    expect(withDeclaredFields(one!, workloadType).isEmpty).toBe(false);
    expect(one!.paths().at(-1)?.length).toBe(depth + 3);
  });

  test('lose what is at their end, and give it', () => {
    const end = fieldSetOf(workloadType, nested(depth, { x: 1 })).difference(
      fieldSetOf(workloadType, nested(depth, {})),
    );
    const removed = removeItems(workloadType, nested(depth, { x: 1, y: 2 }), end);
    expect(follow(anything(removed), 'a')).toEqual({ steps: depth, end: { y: 2 } });
    const taken = extractItems(workloadType, nested(depth, { x: 1, y: 2 }, { b: 1 }), end);
    expect(follow(anything(taken), 'a')).toEqual({ steps: depth, end: { x: 1 } });
  });
});
