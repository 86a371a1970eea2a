import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../meta/index.js';
import { FieldPath } from '../validation/index.js';
import { checkStructural, compileSchema, type JsonSchema } from './index.js';

const names = fc.constantFrom('a', 'b', 'c', 'metadata', '__proto__', 'toString');

/** Structural schemas with valid defaults. */
const { schemas } = fc.letrec<{ schemas: JsonSchema; objects: JsonSchema }>((tie) => ({
  schemas: fc.oneof(
    { maxDepth: 4 },
    fc.record<JsonSchema>(
      { type: fc.constant('string'), default: fc.string(), nullable: fc.boolean() },
      { requiredKeys: ['type'] },
    ),
    fc.record<JsonSchema>(
      { type: fc.constant('integer'), minimum: fc.constant(-5), default: fc.nat(3) },
      { requiredKeys: ['type'] },
    ),
    fc.constant<JsonSchema>({ 'x-kubernetes-int-or-string': true }),
    fc.constant<JsonSchema>({ type: 'object', 'x-kubernetes-preserve-unknown-fields': true }),
    fc.record<JsonSchema>({ type: fc.constant('array'), items: tie('schemas') }),
    fc.record<JsonSchema>({ type: fc.constant('object'), additionalProperties: tie('schemas') }),
    tie('objects'),
  ),
  objects: fc.record<JsonSchema>(
    { type: fc.constant('object'), properties: fc.dictionary(names, tie('schemas')), default: fc.constant({}) },
    { requiredKeys: ['type', 'properties'] },
  ),
}));

const values = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    fc.constant(null),
    fc.boolean(),
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.string(),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(names, tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
})).value;

const resources: fc.Arbitrary<[JsonSchema, JsonObject]> = fc.tuple(
  fc.dictionary(names, schemas).map((properties): JsonSchema => ({ type: 'object', properties })),
  fc.dictionary(names, values, { noNullPrototype: true }),
);

test('pruning a pruned value changes nothing', () => {
  fc.assert(
    fc.property(resources, ([schema, value]) => {
      const compiled = compileSchema(schema);
      compiled.prune(value);
      const once = structuredClone(value);
      expect(compiled.prune(value)).toEqual([]);
      expect(value).toEqual(once);
    }),
  );
});

test('defaulting a defaulted value changes nothing', () => {
  fc.assert(
    fc.property(resources, ([schema, value]) => {
      const compiled = compileSchema(schema);
      compiled.applyDefaults(value);
      const once = structuredClone(value);
      compiled.applyDefaults(value);
      expect(value).toEqual(once);
    }),
  );
});

test('a valid value stays valid when it is defaulted and pruned', () => {
  fc.assert(
    fc.property(resources, ([schema, value]) => {
      const compiled = compileSchema(schema);
      fc.pre(checkStructural(schema, FieldPath.root).length === 0 && compiled.validate(value).length === 0);
      compiled.applyDefaults(value);
      compiled.prune(value);
      expect(compiled.validate(value)).toEqual([]);
    }),
    { numRuns: 50, maxSkipsPerRun: 500 },
  );
});

test('validating changes neither the value nor the schema', () => {
  fc.assert(
    fc.property(resources, ([schema, value]) => {
      const [schemaBefore, valueBefore] = [structuredClone(schema), structuredClone(value)];
      compileSchema(schema).validate(value, { old: structuredClone(value) });
      expect([schema, value]).toEqual([schemaBefore, valueBefore]);
    }),
  );
});

test('an update that changes nothing is tolerated if there are no unknown fields', () => {
  fc.assert(
    fc.property(resources, ([schema, value]) => {
      const compiled = compileSchema(schema);
      delete value['metadata'];
      compiled.prune(value);
      expect(compiled.validateValues(value, { old: structuredClone(value) })).toEqual([]);
    }),
  );
});
