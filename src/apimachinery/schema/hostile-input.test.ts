import { describe, expect, test } from 'vitest';
import { workMilliseconds } from '../machine-speed.test.support.js';
import type { JsonObject, JsonValue } from '../meta/index.js';
import { FieldPath, moreErrors } from '../validation/index.js';
import { checkStructural, compileSchema, type JsonSchema } from './index.js';

const depth = 10_000;

function nested(wrap: (inner: JsonValue) => JsonValue): JsonValue {
  let value: JsonValue = { x: 1 };
  for (let level = 0; level < depth; level++) value = wrap(value);
  return value;
}

const recursive = compileSchema(
  { $ref: 'Tree' },
  { resolve: () => ({ type: 'object', properties: { a: { $ref: 'Tree' }, v: { type: 'string', default: 'x' } } }) },
);
const free: JsonSchema = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true, maxProperties: 0 };
const anyItems: JsonSchema = {
  type: 'array',
  items: { 'x-kubernetes-preserve-unknown-fields': true },
  'x-kubernetes-list-type': 'set',
};

describe('deep values', () => {
  test('are refused where a recursive schema would follow them', () => {
    const value = nested((inner) => ({ a: inner }));
    recursive.applyDefaults(value);
    recursive.findUnknownFields(value);
    recursive.prune(value);
    expect(recursive.validate(value).map(({ detail }) => detail)).toContainEqual(
      expect.stringContaining('is nested deeper than 1024 levels'),
    );
  });

  test('are left alone where no schema follows them', () => {
    const compiled = compileSchema({
      type: 'object',
      properties: { free, list: anyItems, map: { type: 'object', additionalProperties: true } },
    });
    const deep = nested((inner) => [inner]);
    const value: JsonObject = { free: { deep }, list: [deep, deep], map: { k: nested((inner) => [inner]) } };
    const old: JsonObject = { free: { deep: nested((inner) => [inner]) }, list: [nested((inner) => [inner])], map: {} };
    compiled.applyDefaults(value);
    expect(compiled.prune(value)).toHaveLength(1);
    expect(compiled.validate(value, { old }).map(({ field }) => field)).toEqual(['free', 'list[1]']);
  });
});

describe('hostile schemas', () => {
  test('that are nested too deep are refused', () => {
    let schema: JsonSchema = { type: 'string' };
    for (let level = 0; level < depth; level++) schema = { type: 'object', properties: { a: schema } };
    expect(checkStructural(schema, FieldPath.of('schema'))).toHaveLength(1);
  });

  test('as deep as is allowed are worked through', () => {
    let schema: JsonSchema = { type: 'string', default: 5 };
    let value: JsonValue = 'x';
    for (let level = 0; level < 490; level++) {
      schema = { type: 'object', properties: { a: schema } };
      value = { a: value };
    }
    expect(checkStructural(schema, FieldPath.of('schema'))).toHaveLength(1);
    const compiled = compileSchema(schema);
    compiled.applyDefaults(value);
    expect([compiled.prune(value), compiled.validate(value, { old: value })]).toEqual([[], []]);
  });

  test('with very many faults get the first ones described and the others counted', () => {
    const properties = Object.fromEntries(Array.from({ length: 130_000 }, (_, index) => [`p${index}`, {}]));
    expect(checkStructural({ type: 'object', properties }, FieldPath.of('schema'))).toHaveLength(130_000);
  });

  test('with alternatives inside alternatives do not multiply the work', async () => {
    let schema: JsonSchema = { minimum: 5 };
    for (let level = 0; level < 100; level++) schema = { anyOf: [schema] };
    const compile = () => expect(compileSchema(schema).validate(1).length).toBe(2);
    expect(await workMilliseconds(compile)).toBeLessThan(4000);
  });

  const patterns: [name: string, pattern: string, text: string][] = [
    ['nested repetition', '^(a+)+$', `${'a'.repeat(10_000)}!`],
    ['alternation', '^(a|aa)+$', `${'a'.repeat(10_000)}!`],
    ['repetition of everything', '(.*)*x', 'y'.repeat(10_000)],
  ];
  test.each(patterns)('a pattern with %s takes linear time', async (_name, pattern, text) => {
    const match = () => expect(compileSchema({ type: 'string', pattern }).validate(text)).toHaveLength(1);
    expect(await workMilliseconds(match)).toBeLessThan(4000);
  });

  test('patterns with very many states are not matched with very long texts', () => {
    const schema: JsonSchema = { type: 'array', items: { type: 'string', pattern: '(a|b)*a(a|b){900}$' } };
    const errors = compileSchema(schema).validate(['ab'.repeat(1_000_000), `a${'b'.repeat(900)}`, 'b']);
    expect(errors.map(({ detail }) => detail)).toEqual([
      "[0] in body should match '(a|b)*a(a|b){900}$', but it takes too long to find out",
      "[2] in body should match '(a|b)*a(a|b){900}$'",
    ]);
  });

  test.each(['('.repeat(5000), '(a{1000}){1000}', 'a{99999}', '\\', '(?=a)'])(
    'a pattern like %.20s is refused',
    (pattern) => {
      const schema: JsonSchema = { type: 'object', properties: { a: { type: 'string', pattern } } };
      expect(checkStructural(schema, FieldPath.of('schema')).map(({ field }) => field)).toEqual([
        'schema.properties[a].pattern',
      ]);
    },
  );
});

describe('big values', () => {
  test('with very many faults get the first ones described and the others counted', () => {
    const compiled = compileSchema({
      type: 'object',
      properties: { l: { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'set' } },
    });
    const numbers = Array.from({ length: 130_000 }, (_, index) => index);
    expect(compiled.validate({ l: numbers }).at(-1)).toEqual(moreErrors(129_000));
    const pairs = Array.from({ length: 260_000 }, (_, index) => `${index >> 1}`);
    expect(compiled.validate({ l: pairs }).at(-1)).toEqual(moreErrors(129_000));
  });

  test('are looked up in long enums', async () => {
    const values = Array.from({ length: 20_000 }, (_, index) => `v${index}`);
    const compiled = compileSchema({ type: 'array', items: { type: 'string', enum: values } });
    expect(await workMilliseconds(() => expect(compiled.validate(values)).toEqual([]))).toBeLessThan(4000);
  });

  test('unchanged at every level are compared once', async () => {
    let schema: JsonSchema = { type: 'string', maxLength: 1 };
    let [value, old]: [JsonValue, JsonValue] = ['new value', 'old value'];
    const wide = Array.from({ length: 1000 }, (_, index) => index);
    for (let level = 0; level < 400; level++) {
      schema = { type: 'object', properties: { w: { type: 'array', items: { type: 'integer' } }, a: schema } };
      value = { w: [...wide], a: value };
      old = { w: [...wide], a: old };
    }
    const compare = () => expect(compileSchema(schema).validate(value, { old })).toHaveLength(1);
    expect(await workMilliseconds(compare)).toBeLessThan(4000);
  });
});
