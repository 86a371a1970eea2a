import { describe, expect, test } from 'vitest';
import { FieldPath, fieldErrorMessage } from '../validation/index.js';
import { type CompileRules, checkStructural, type JsonSchema } from './index.js';

const path = FieldPath.of('schema');
const string: JsonSchema = { type: 'string' };
const object = (properties: Record<string, JsonSchema>, more: JsonSchema = {}): JsonSchema => ({
  type: 'object',
  properties,
  ...more,
});

type Case = [name: string, schema: JsonSchema, messages: string[]];

/** The messages for a schema of the field `a`, without its path. */
function fieldMessages(a: JsonSchema): string[] {
  return checkStructural(object({ a }), path)
    .map(fieldErrorMessage)
    .map((message) => message.replace('schema.properties[a]', '').replace(/^\./, ''));
}

describe('defaults', () => {
  const embedded: JsonSchema = {
    type: 'object',
    'x-kubernetes-embedded-resource': true,
    'x-kubernetes-preserve-unknown-fields': true,
  };
  const cases: Case[] = [
    ['may be anything valid', object({ b: { type: 'integer', default: 1 } }, { default: { b: 2 } }), []],
    ['of an integer or string may be of any type', { 'x-kubernetes-int-or-string': true, default: true }, []],
    [
      'must validate',
      { type: 'string', maxLength: 2, default: 'long' },
      ['default: Too long: may not be more than 2 bytes'],
    ],
    [
      'must be known',
      object({ b: string }, { default: { b: 'x', c: 1 } }),
      ['default: Invalid value: {"b":"x","c":1}: must not have unknown fields'],
    ],
    [
      'must not be null inside',
      object({ b: string }, { default: { b: null } }),
      ['default.b: Invalid value: "null": b in body must be of type string: "null"'],
    ],
    [
      'are looked at in lists',
      { type: 'array', items: { type: 'integer', default: 'x' } },
      ['items.default: Invalid value: "string":  in body must be of type integer: "string"'],
    ],
    [
      'of embedded resources have a type',
      { ...embedded, default: { spec: {} } },
      ['default.apiVersion: Required value', 'default.kind: Required value'],
    ],
    [
      'of embedded resources may be whole',
      { ...embedded, default: { apiVersion: 'v1', kind: 'X', metadata: { name: 'n' } } },
      [],
    ],
    [
      'of embedded resources have good metadata',
      { ...embedded, default: { apiVersion: 'v1', kind: 'X', metadata: { labels: 1 } } },
      [
        'default.metadata: Invalid value: {"labels":1}: json: cannot unmarshal number into Go struct field ObjectMeta.labels of type map[string]string',
      ],
    ],
    [
      'inside embedded metadata make good metadata',
      {
        ...embedded,
        properties: {
          metadata: object({ name: { type: 'string', default: 'a/b' } }),
          kind: { type: 'string', default: 'X' },
        },
      },
      [
        'properties[metadata].properties[name].default: Invalid value: "a/b": must result in valid metadata: metadata.name: Invalid value: "a/b": may not contain \'/\'',
      ],
    ],
    [
      'are not there inside maps of metadata',
      {
        ...embedded,
        properties: {
          metadata: object({ labels: { type: 'object', additionalProperties: { type: 'string', default: 'x' } } }),
        },
      },
      [
        'properties[metadata].properties[labels].additionalProperties.default: Forbidden: must not be set inside additionalProperties applying to object metadata',
      ],
    ],
  ];
  test.each(cases)('%s', (_name, schema, expected) => expect(fieldMessages(schema)).toEqual(expected));

  test('are left as they are by the checks', () => {
    const schema = object({ a: { ...embedded, default: { apiVersion: 'v1', kind: 'X', metadata: { name: '' } } } });
    const before = structuredClone(schema);
    checkStructural(schema, path);
    expect(schema).toEqual(before);
  });
});

test('defaults keep the rules, as new values and as old ones', () => {
  const seen: [position: string, hasOld: boolean][] = [];
  const compile: CompileRules =
    (_schema, position) =>
    (value, { path: at, old }) => {
      seen.push([position, old !== undefined]);
      return value === 'bad' ? [at.invalid(value, 'is bad')] : [];
    };
  const ruled = (value: string): JsonSchema => ({
    ...string,
    default: value,
    'x-kubernetes-validations': [{ rule: 'x' }],
  });
  const errors = checkStructural(object({ a: ruled('good'), b: ruled('bad') }), path, {
    rules: { compile, budget: { remaining: 9 } },
  });
  expect(errors.map(fieldErrorMessage)).toEqual(['schema.properties[b].default: Invalid value: "bad": is bad']);
  expect(seen).toEqual([
    ['nested', true],
    ['nested', false],
    ['nested', true],
  ]);
});

describe('rules', () => {
  const cases: [name: string, rule: object, messages: string[]][] = [
    [
      'are complete',
      { rule: 'self > 0', message: 'must be positive', reason: 'FieldValueInvalid', fieldPath: '.x' },
      [],
    ],
    ['say something', { rule: ' ' }, ['rule: Required value: rule is not specified']],
    [
      'have a message that says something',
      { rule: 'x', message: ' ' },
      ['message: Invalid value: " ": must be non-empty if specified'],
    ],
    [
      'have a message on one line',
      { rule: 'x', message: 'a\nb' },
      ['message: Invalid value: "a\\nb": must not contain line breaks'],
    ],
    [
      'have a message if they are long',
      { rule: 'a &&\nb' },
      ['message: Required value: message must be specified if rule contains line breaks'],
    ],
    [
      'have a known reason',
      { rule: 'x', reason: 'Because' },
      [
        'reason: Unsupported value: "Because": supported values: "FieldValueDuplicate", "FieldValueForbidden", "FieldValueInvalid", "FieldValueRequired"',
      ],
    ],
    [
      'have texts that say something',
      { rule: 'x', messageExpression: ' ', fieldPath: '\n' },
      [
        'messageExpression: Required value: messageExpression must be non-empty if specified',
        'fieldPath: Invalid value: "\\n": must be non-empty if specified',
        'fieldPath: Invalid value: "\\n": must not contain line breaks',
      ],
    ],
  ];
  test.each(cases)('%s', (_name, rule, expected) => {
    const schema: JsonSchema = { type: 'integer', 'x-kubernetes-validations': [rule as { rule: string }] };
    expect(fieldMessages(schema).map((message) => message.replace('x-kubernetes-validations[0].', ''))).toEqual(
      expected,
    );
  });
});
