import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../apimachinery/meta/index.js';
import { compileSchema, type JsonSchema } from '../../apimachinery/schema/index.js';
import { defineGroup, defineResource } from '../../server/registry/index.js';
import { checkRoundTrips, generateValue, SeededRandom } from './index.js';

const schema: JsonSchema = {
  type: 'object',
  required: ['size', 'phase'],
  properties: {
    size: { type: 'integer', minimum: 1, maximum: 9, exclusiveMaximum: true },
    share: { type: 'number', minimum: 0 },
    phase: { type: 'string', enum: ['A', 'B'] },
    name: { type: 'string', minLength: 2, maxLength: 4 },
    time: { type: 'string', format: 'date-time' },
    isOn: { type: 'boolean' },
    target: { 'x-kubernetes-int-or-string': true },
    labels: { type: 'object', additionalProperties: { type: 'string' } },
    tags: { type: 'array', 'x-kubernetes-list-type': 'set', minItems: 1, maxItems: 3, items: { type: 'string' } },
    ports: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['port'],
      items: { type: 'object', required: ['port'], properties: { port: { type: 'integer', minimum: 1, maximum: 3 } } },
    },
  },
};

describe('generated values', () => {
  it('are valid, and the same for the same seed', () => {
    const compiled = compileSchema(schema);
    const [one, other] = [new SeededRandom(7), new SeededRandom(7)];
    for (let index = 0; index < 500; index++) {
      const value = generateValue(schema, one);
      expect(compiled.validate(value)).toEqual([]);
      expect(generateValue(schema, other)).toEqual(value);
    }
  });
});

describe('round trips', () => {
  const group = (toHub: (toy: JsonObject) => JsonObject) =>
    defineGroup({
      name: 'toys.example.com',
      resources: [
        defineResource({
          kind: 'Toy',
          plural: 'toys',
          scope: 'Namespaced',
          versions: {
            v2: { schema: { type: 'object', properties: { colour: { type: 'string' }, size: { type: 'integer' } } } },
            v1: {
              schema: { type: 'object', properties: { color: { type: 'string' }, size: { type: 'integer' } } },
              toHub,
              fromHub: ({ colour, ...toy }) => ({ ...toy, ...(colour !== undefined && { color: colour }) }),
            },
          },
        }),
      ],
    });

  it('pass if conversions lose nothing', async () => {
    const lossless = group(({ color, ...toy }) => ({ ...toy, ...(color !== undefined && { colour: color }) }));
    expect(await checkRoundTrips(lossless, { count: 50 })).toBe(100);
  });

  it('fail if they do, and show the object and the seed', async () => {
    const lossy = group(({ color, size: _size, ...toy }) => ({
      ...toy,
      ...(color !== undefined && { colour: color }),
    }));
    await expect(checkRoundTrips(lossy, { seed: 3 })).rejects.toThrow(
      /^Toy changes from v2 to v1 and back \(seed 3\):\n {2}\{"apiVersion":"toys.example.com\/v2".*"size":/,
    );
  });
});
