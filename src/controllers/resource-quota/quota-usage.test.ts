import { expect, test } from 'vitest';
import type { ResourceQuota } from '../../api/core/v1.js';
import type { JsonObject } from '../../apimachinery/meta/index.js';
import { Quantity } from '../../apimachinery/validation/index.js';
import type { QuotaEvaluator } from './quota-evaluator.js';
import { type CountedObjects, isLess, quotaStatus } from './quota-usage.js';

const evaluator: QuotaEvaluator = {
  counts: (name) => name === 'pods' || name === 'memory',
  isInScope: ({ scopeName }, object) => object['scope'] === scopeName,
  usage: (object) =>
    new Map([
      ['pods', Quantity.of(1)],
      ['memory', Quantity.parse(String(object['memory'] ?? 0))],
      ['other', Quantity.of(7)],
    ]),
};
const counted = (...objects: JsonObject[]): CountedObjects[] => [{ evaluator, objects }];
const quota = (hard: object, status: object = {}, spec: object = {}) =>
  ({ spec: { hard, ...spec }, status }) as unknown as ResourceQuota;
const objects = [{ memory: '512Mi' }, { memory: '512Mi', scope: 'Small' }];

test.each<[string, ResourceQuota, CountedObjects[], object | undefined]>([
  ['of nothing is zero', quota({ pods: '2' }), counted(), { hard: { pods: '2' }, used: { pods: '0' } }],
  [
    'is the sum of all objects',
    quota({ pods: '2', memory: '2Gi' }),
    counted(...objects),
    { hard: { pods: '2', memory: '2Gi' }, used: { pods: '2', memory: '1Gi' } },
  ],
  [
    'is that of the objects in all scopes',
    quota({ memory: '2Gi' }, {}, { scopes: ['Small'] }),
    counted(...objects),
    { hard: { memory: '2Gi' }, used: { memory: '512Mi' } },
  ],
  [
    'stays unknown for what is not counted',
    quota({ pods: '2', bananas: '1' }),
    counted(),
    { hard: { pods: '2', bananas: '1' }, used: { pods: '0' } },
  ],
  [
    'loses names that are no longer limited',
    quota({ pods: '2' }, { hard: { pods: '2' }, used: { pods: '0', memory: '1' } }),
    counted(),
    { hard: { pods: '2' }, used: { pods: '0' } },
  ],
  [
    'is not written if it is the same amount',
    quota({ memory: '2Gi' }, { hard: { memory: '2Gi' }, used: { memory: '1024Mi' } }),
    counted(...objects),
    undefined,
  ],
])('the usage %s', async (_name, object, all, status) => {
  expect(await quotaStatus(object, all)).toEqual(status);
});

test.each<[used: Record<string, string>, old: Record<string, string> | undefined, expected: boolean]>([
  [{ pods: '1' }, undefined, false],
  [{ pods: '1' }, { pods: '1' }, false],
  [{ pods: '1', memory: '1Gi' }, { pods: '2', memory: '512Mi' }, true],
  [{ memory: '1024Mi' }, { memory: '1Gi' }, false],
])('%j is less than %j: %s', (used, old, expected) => {
  expect(isLess(used, old)).toBe(expected);
});
