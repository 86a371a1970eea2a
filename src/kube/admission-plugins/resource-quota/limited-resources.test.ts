import { expect, test } from 'vitest';
import type { JsonObject } from '../../../apimachinery/meta/index.js';
import { readLimitedResources } from './limited-resources.js';

const newest = { apiVersion: 'apiserver.config.k8s.io/v1', kind: 'ResourceQuotaConfiguration' };
const old = { apiVersion: 'resourcequota.admission.k8s.io/v1beta1', kind: 'Configuration' };

test('nothing is limited unless a configuration says so', () => {
  expect(readLimitedResources(undefined)).toEqual([]);
  expect(readLimitedResources(newest)).toEqual([]);
});

test.each([newest, old])('%j says what is limited', (type) => {
  const limitedResources = [
    { resource: 'pods', matchScopes: [{ scopeName: 'PriorityClass', operator: 'In', values: ['high'] }] },
    { apiGroup: 'apps', resource: 'deployments', matchContains: ['count/'] },
  ];
  expect(readLimitedResources({ ...type, limitedResources })).toEqual([
    { ...limitedResources[0], apiGroup: '', matchContains: [] },
    { ...limitedResources[1], matchScopes: [] },
  ]);
});

test.each<[what: string, document: JsonObject, problem: string]>([
  [
    'has resources without a name',
    { ...newest, limitedResources: [{ resource: 'pods' }, {}, {}] },
    '[limitedResources[1].resource: Required value, limitedResources[2].resource: Required value]',
  ],
  ['has unknown fields', { ...newest, limits: [] }, 'strict decoding error: unknown field "limits"'],
  [
    'is of a kind that its version does not have',
    { ...newest, kind: 'Configuration' },
    'no kind "Configuration" is registered for version "apiserver.config.k8s.io/v1"',
  ],
])('a configuration that %s is refused', (_what, document, problem) => {
  expect(() => readLimitedResources(document)).toThrow(new Error(problem));
});
