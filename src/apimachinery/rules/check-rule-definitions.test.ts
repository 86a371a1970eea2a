import { describe, expect, test } from 'vitest';
import { checkStructural, type JsonSchema, type ValidationRule } from '../schema/index.js';
import { type FieldError, FieldPath, fieldErrorMessage } from '../validation/index.js';
import { checkRuleDefinitions, type RuleDefinitionOptions } from './check-rule-definitions.js';
import { KnownExpressions } from './index.js';

const path = FieldPath.of('spec').child('validation').child('openAPIV3Schema');
const integer: JsonSchema = { type: 'integer' };
const shortText: JsonSchema = { type: 'string', maxLength: 10 };

function ruled(schema: JsonSchema, ...rules: (string | ValidationRule)[]): JsonSchema {
  const all = rules.map((rule) => (typeof rule === 'string' ? { rule } : rule));
  return { ...schema, 'x-kubernetes-validations': all };
}

function object(properties: Record<string, JsonSchema>): JsonSchema {
  return { type: 'object', properties };
}

/** The messages, without the path of the root. */
function messages(errors: readonly FieldError[]): string[] {
  return errors.map(fieldErrorMessage).map((message) => message.replace(/^spec\.validation\.openAPIV3Schema/, ''));
}

function check(schema: JsonSchema, options?: RuleDefinitionOptions): string[] {
  return messages(checkRuleDefinitions(schema, path, options));
}

const rule = '.x-kubernetes-validations[0].rule';

describe('expressions', () => {
  const shown = (text: string, more = '"Message":"","MessageExpression":"","Reason":null') =>
    `Invalid value: {"Rule":${JSON.stringify(text)},${more},"FieldPath":"","OptionalOldSelf":null}`;
  const cases: [name: string, schema: JsonSchema, errors: string[]][] = [
    ['that fit are accepted', ruled(object({ a: integer }), 'self.a > 0'), []],
    [
      'of other fields are refused',
      ruled(object({ a: integer }), 'self.b'),
      [`${rule}: ${shown('self.b')}: compilation failed: ERROR: <input>:1:5: undefined field 'b'\n | self.b\n | ....^`],
    ],
    [
      'that are no CEL are refused',
      ruled(object({ a: integer }), 'self.a >'),
      [
        `${rule}: Invalid value: {"Rule":"self.a \\u003e","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:9: Syntax error: mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n | self.a >\n | ........^`,
      ],
    ],
    ...(
      [
        ['int("a") == 1', "type conversion error from 'string' to 'int'"],
        ['uint(-1) == 1u || self.a > 0', 'unsigned integer overflow'],
        ['[1].all(x, double("x") == 1.0)', "type conversion error from 'string' to 'double'"],
      ] as const
    ).map(([text, fault]): [string, JsonSchema, string[]] => [
      `that convert what cannot be converted are refused: ${text}`,
      ruled(object({ a: integer }), text),
      [`${rule}: ${shown(text).replaceAll('>', '\\u003e')}: program instantiation failed: ${fault}`],
    ]),
    [
      'that are no bool are refused',
      ruled(object({ a: integer }), 'self.a'),
      [`${rule}: ${shown('self.a')}: cel expression must evaluate to a bool`],
    ],
    [
      'of any type are no bool',
      ruled(object({ a: { 'x-kubernetes-int-or-string': true } }), 'self.a'),
      [`${rule}: ${shown('self.a')}: cel expression must evaluate to a bool`],
    ],
    [
      'of messages must be strings',
      ruled(object({ a: integer }), { rule: 'true', messageExpression: 'self.a', reason: 'FieldValueForbidden' }),
      [
        `.x-kubernetes-validations[0].messageExpression: ${shown('true', '"Message":"","MessageExpression":"self.a","Reason":"FieldValueForbidden"')}: messageExpression must evaluate to a string`,
      ],
    ],
    [
      'of messages must compile',
      ruled(object({ a: integer }), { rule: 'true', messageExpression: 'x' }),
      [
        `.x-kubernetes-validations[0].messageExpression: ${shown('true', '"Message":"","MessageExpression":"x","Reason":null')}: messageExpression compilation failed: ERROR: <input>:1:1: undeclared reference to 'x' (in container '')\n | x\n | ^`,
      ],
    ],
    [
      'of messages are not looked at where the rule does not compile',
      ruled(object({ a: integer }), { rule: 'self.a', messageExpression: 'x' }),
      [
        `${rule}: ${shown('self.a', '"Message":"","MessageExpression":"x","Reason":null')}: cel expression must evaluate to a bool`,
      ],
    ],
    [
      'on what has no type cannot be',
      object({ a: ruled({ 'x-kubernetes-preserve-unknown-fields': true }, 'true') }),
      [
        '.properties[a].x-kubernetes-validations: Internal error: internal error: failed to construct type information for x-kubernetes-validations rules: unable to convert structural schema to CEL declarations',
      ],
    ],
    ['at the root see names', ruled(object({}), "self.metadata.name == 'x' && self.kind == 'y'"), []],
    [
      'at the root see no labels',
      ruled(object({}), 'self.metadata.labels.size() > 0'),
      [
        `${rule}: Invalid value: {"Rule":"self.metadata.labels.size() \\u003e 0","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:14: undefined field 'labels'\n | self.metadata.labels.size() > 0\n | .............^`,
      ],
    ],
    [
      'inside of others are checked first',
      ruled(object({ a: ruled(integer, 'self') }), '1'),
      [
        `.properties[a]${rule}: ${shown('self')}: cel expression must evaluate to a bool`,
        `${rule}: ${shown('1')}: cel expression must evaluate to a bool`,
      ],
    ],
    [
      'know their types also inside of what has rules',
      ruled(
        object({
          'a-b': ruled(object({ c: integer }), 'self.c > 0'),
          l: { type: 'array', items: ruled(integer, 'self > 0'), maxItems: 9 },
        }),
        'self.a__dash__b.c > 0',
      ),
      [],
    ],
    ['know the types of what they cannot name', ruled(object({ 'a b': ruled(integer, 'self > 0') }), 'true'), []],
  ];
  test.each(cases)('%s', (_name, schema, errors) => {
    expect(check(schema)).toEqual(errors);
  });
});

describe('the field of a rule', () => {
  const schema = object({ a: object({ 'b.c': integer }), m: { type: 'object', additionalProperties: integer } });
  test.each(['.a', ".a['b.c']", '.m.x', ".m['x']", "['a']"])('can be %s', (fieldPath) => {
    expect(check(ruled(schema, { rule: 'true', fieldPath }))).toEqual([]);
  });
  test.each(['a', '.b', '.a.b.c', '.a[0]', ".a['b.c", '.', '.m.x.y', ' '])('cannot be %j', (fieldPath) => {
    expect(check(ruled(schema, { rule: 'self.nope', fieldPath }))).toEqual([
      `.x-kubernetes-validations[0].fieldPath: Invalid value: "${fieldPath}": must be a valid path`,
    ]);
  });
});

describe('oldSelf', () => {
  const change = 'self == oldSelf';
  const list = (items: JsonSchema, more: JsonSchema = {}): JsonSchema => ({
    type: 'array',
    maxItems: 3,
    items,
    ...more,
  });
  const keyed = { 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['k'] };
  const item = object({ k: shortText, v: ruled(integer, change) });
  const refused = (place: string, within: string) =>
    `${place}.rule: Invalid value: "${change}": oldSelf cannot be used on the uncorrelatable portion of the schema within spec.validation.openAPIV3Schema${within}`;
  const cases: [name: string, schema: JsonSchema, errors: string[]][] = [
    ['can be used in fields', object({ a: ruled(integer, change) }), []],
    ['can be used on whole lists', object({ l: ruled(list(integer), change) }), []],
    [
      'can be used in maps',
      object({ m: { type: 'object', maxProperties: 3, additionalProperties: ruled(integer, change) } }),
      [],
    ],
    ['can be used in items with keys', object({ l: list(item, keyed) }), []],
    [
      'cannot be used in other items',
      object({ l: list(item) }),
      [refused('.properties[l].items.properties[v].x-kubernetes-validations[0]', '.properties[l]')],
    ],
    [
      'cannot be used in items of sets',
      object({ l: list(ruled(shortText, change), { 'x-kubernetes-list-type': 'set' }) }),
      [refused('.properties[l].items.x-kubernetes-validations[0]', '.properties[l]')],
    ],
    [
      'cannot be used in items with keys of other items',
      object({ o: list(list(item, keyed)) }),
      [refused('.properties[o].items.items.properties[v].x-kubernetes-validations[0]', '.properties[o]')],
    ],
    ['can be optional', object({ a: ruled(integer, { rule: 'oldSelf.hasValue()', optionalOldSelf: true }) }), []],
    [
      'must be used to be optional',
      object({ a: ruled(integer, { rule: 'self > 0', optionalOldSelf: true }) }),
      [
        '.properties[a].x-kubernetes-validations[0].optionalOldSelf: Invalid value: true: may not be set if oldSelf is not used in rule',
      ],
    ],
    [
      'must be used to be said not to be optional',
      object({ a: ruled(integer, { rule: 'self > 0', optionalOldSelf: false }) }),
      [
        '.properties[a].x-kubernetes-validations[0].optionalOldSelf: Invalid value: false: may not be set if oldSelf is not used in rule',
      ],
    ],
  ];
  test.each(cases)('%s', (_name, schema, errors) => {
    expect(check(schema)).toEqual(errors);
  });
});

describe('costs', () => {
  const advice =
    '(try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)';
  const text: JsonSchema = { type: 'string' };
  const nested = (limits: { maxItems?: number } = {}): JsonSchema => ({
    type: 'array',
    ...limits,
    items: { type: 'array', ...limits, items: text },
  });
  const pairs = 'self.all(x, x.all(y, self.all(z, z.all(w, w.contains(y)))))';

  test('of one rule are limited', () => {
    const schema = object({ l: ruled(nested(), pairs) });
    expect(check(schema)).toEqual([
      `.properties[l]${rule}: Forbidden: estimated rule cost exceeds budget by factor of more than 100x ${advice}`,
      `.properties[l]${rule}: Forbidden: contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema`,
      `: Forbidden: x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema exceeds budget by factor of more than 100x ${advice}`,
    ]);
  });

  test('that bounds keep low are accepted', () => {
    const items: JsonSchema = { type: 'array', maxItems: 3, items: { type: 'array', maxItems: 3, items: shortText } };
    expect(check(object({ l: ruled(items, pairs) }))).toEqual([]);
  });

  test('count for every place that a list can have', () => {
    const member = ruled({ type: 'string', maxLength: 100_000 }, "self.contains('a')");
    const list = (maxItems: number) => object({ l: { type: 'array', maxItems, items: member } });
    expect(check(list(100))).toEqual([]);
    expect(check(list(300))).toEqual([
      `.properties[l].items${rule}: Forbidden: estimated rule cost exceeds budget by factor of 1.200030x ${advice}`,
    ]);
    expect(check(list(2000))).toEqual([
      `.properties[l].items${rule}: Forbidden: estimated rule cost exceeds budget by factor of 8.0x ${advice}`,
    ]);
    expect(check(list(0))).toEqual([]);
  });

  test('of a list without bounds are those that a request can hold', () => {
    const schema = object({ l: { type: 'array', items: ruled(integer, 'self > 0 && self < 9 && self != 5') } });
    expect(check(schema)).toEqual([]);
    const costly = object({ l: { type: 'array', items: ruled(text, "self.contains('a')") } });
    expect(check(costly)[0]).toBe(
      `.properties[l].items${rule}: Forbidden: estimated rule cost exceeds budget by factor of more than 100x ${advice}`,
    );
  });

  test('of all rules are limited, and the worst are named', () => {
    const costly = ruled(
      { type: 'string', maxLength: 200_000 },
      ...Array.from({ length: 5 }, () => "self.contains('a')"),
    );
    const schema = object({ l: { type: 'array', maxItems: 300, items: costly } });
    const errors = check(schema, { isUnchanged: true });
    expect(errors).toHaveLength(5);
    expect(errors.at(-1)).toBe(
      `: Forbidden: x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema exceeds budget by factor of 1.200015x ${advice}`,
    );
  });

  test('of messages are limited too', () => {
    const schema = object({ l: ruled(nested(), { rule: 'true', messageExpression: `${pairs} ? 'a' : 'b'` }) });
    expect(check(schema)[0]).toBe(
      `.properties[l].x-kubernetes-validations[0].messageExpression: Forbidden: estimated messageExpression cost exceeds budget by factor of more than 100x ${advice}`,
    );
  });

  test('of a rule are no news in a schema that does not change', () => {
    const member = ruled({ type: 'string', maxLength: 100_000 }, "self.contains('a')");
    const schema = object({ l: { type: 'array', maxItems: 300, items: member } });
    expect(check(schema, { isUnchanged: true })).toEqual([]);
  });
});

describe('with other faults', () => {
  function checkAll(schema: JsonSchema): string[] {
    const schemaErrors = checkStructural(schema, path);
    return messages([...schemaErrors, ...checkRuleDefinitions(schema, path, { schemaErrors })]);
  }

  test('in the texts of rules, only rules elsewhere are compiled', () => {
    const schema = ruled(
      object({ a: ruled(integer, { rule: 'self', reason: 'BadMood' }), ab: ruled(integer, 'self') }),
      'self',
    );
    expect(checkAll(schema).map((message) => message.split(':')[0])).toEqual([
      '.properties[a].x-kubernetes-validations[0].reason',
      '.properties[ab].x-kubernetes-validations[0].rule',
    ]);
  });

  test('by the thousand, rules are checked in no time', () => {
    const wrong = ruled(integer, ...Array.from({ length: 20 }, () => ({ rule: 'self', reason: 'BadMood' })));
    const properties = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`p${index}`, wrong]));
    expect(checkAll(ruled(object(properties), 'self'))).toHaveLength(10_000);
  });

  test('in what values are made of, no rule is compiled', () => {
    const schema = object({ a: {}, b: ruled(integer, 'self') });
    expect(checkAll(schema)).toEqual([
      '.properties[a].type: Required value: must not be empty for specified object fields',
    ]);
  });

  test('in other keywords, only rules elsewhere are compiled', () => {
    const odd: JsonSchema = {
      type: 'object',
      'x-kubernetes-map-type': 'odd',
      properties: { v: ruled(integer, 'self') },
    };
    const schema = ruled(object({ a: ruled(odd, 'self'), b: ruled(integer, 'self') }), 'self');
    expect(checkAll(schema).map((message) => message.split(':')[0])).toEqual([
      '.properties[a].x-kubernetes-map-type',
      '.properties[a].properties[v].x-kubernetes-validations[0].rule',
      '.properties[b].x-kubernetes-validations[0].rule',
    ]);
  });

  test('in a default, no rule is compiled', () => {
    const schema = object({ a: { ...integer, default: 'x' }, b: ruled(integer, 'self') });
    expect(checkAll(schema).map((message) => message.split(':')[0])).toEqual(['.properties[a].default']);
  });
});

describe('known expressions', () => {
  test('are those of the rules and messages anywhere in the schemas', () => {
    const inner = ruled(integer, { rule: 'a', messageExpression: 'm' });
    const known = KnownExpressions.of([
      object({ x: { type: 'array', items: { type: 'object', additionalProperties: inner } } }),
    ]);
    const [newer, stored] = [KnownExpressions.none.forRule('a'), known.forRule('a')];
    expect(stored).not.toBe(newer);
    expect(known.forMessage('m')).toBe(stored);
    expect(known.forMessage('a')).toBe(newer);
    expect(known.forRule('m')).toBe(newer);
  });
});
