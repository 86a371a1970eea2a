import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JsonObject } from '../meta/index.js';
import { compileSchema, type JsonSchema } from '../schema/index.js';
import { compileRules } from './index.js';

/** Rules without oldSelf, on an object, its fields, items with and without keys, and map values. */
const positive: JsonSchema = { type: 'integer', 'x-kubernetes-validations': [{ rule: 'self > 0' }] };
const item: JsonSchema = {
  type: 'object',
  properties: { k: { type: 'string' }, v: positive },
  'x-kubernetes-validations': [{ rule: '!has(self.v) || self.v < 3' }],
};
const schema: JsonSchema = {
  type: 'object',
  properties: {
    n: positive,
    list: { type: 'array', items: item },
    keyed: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['k'],
      items: item,
      'x-kubernetes-validations': [{ rule: 'self.size() < 3' }],
    },
    map: { type: 'object', additionalProperties: positive },
  },
  'x-kubernetes-validations': [{ rule: 'has(self.n) && 6 / self.n > 1', message: 'm' }],
};
const compiled = compileSchema(schema, { rules: compileRules });

const number = fc.integer({ min: -1, max: 4 });
const key = fc.constantFrom('a', 'b', 'c');
const member = fc.record({ k: key, v: number }, { requiredKeys: ['k'] });
const value: fc.Arbitrary<JsonObject> = fc.record(
  {
    n: number,
    list: fc.array(member, { maxLength: 3 }),
    keyed: fc.uniqueArray(member, { maxLength: 3, selector: ({ k }) => k }),
    map: fc.dictionary(key, number),
  },
  { requiredKeys: [] },
);

function faults(object: JsonObject, old?: JsonObject): string[] {
  return compiled.validate(object, old ? { old } : {}).map(({ field, detail }) => `${field}: ${detail}`);
}

test('what passes as a new object passes as a change of any other', () => {
  fc.assert(
    fc.property(value, value, (object, old) => {
      const [asNew, asChange] = [faults(object), faults(object, old)];
      expect(asNew).toEqual(expect.arrayContaining(asChange));
    }),
  );
});

test('rules that can be judged find nothing in what does not change', () => {
  fc.assert(
    fc.property(value, (object) => {
      expect(faults(object, structuredClone(object)).filter((fault) => !fault.includes('evaluating rule'))).toEqual([]);
    }),
  );
});
