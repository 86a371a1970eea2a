import { expect, test } from 'vitest';
import type { JsonObject } from '../../apimachinery/meta/index.js';
import type { AdmissionRequest } from '../../server/admission/index.js';
import { DefaultTolerationSeconds } from './default-toleration-seconds.js';

const plugin = new DefaultTolerationSeconds({ notReady: 300, unreachable: 60 });
const pods = { group: '', resource: 'pods' };

function admitted(tolerations: JsonObject[] | undefined, attributes: object = { resource: pods, subresource: '' }) {
  const object: JsonObject = { spec: tolerations ? { tolerations } : {} };
  plugin.admit({ attributes, object } as AdmissionRequest);
  return (object['spec'] as JsonObject)['tolerations'];
}

const notReady = { key: 'node.kubernetes.io/not-ready', operator: 'Exists', effect: 'NoExecute' };
const unreachable = { key: 'node.kubernetes.io/unreachable', operator: 'Exists', effect: 'NoExecute' };

test.each<[string, JsonObject[] | undefined, JsonObject[] | undefined]>([
  [
    'nothing',
    undefined,
    [
      { ...notReady, tolerationSeconds: 300 },
      { ...unreachable, tolerationSeconds: 60 },
    ],
  ],
  ['one of them', [notReady], [notReady, { ...unreachable, tolerationSeconds: 60 }]],
  ['everything', [{ operator: 'Exists' }], [{ operator: 'Exists' }]],
  [
    'it only when pods are placed',
    [{ ...notReady, effect: 'NoSchedule' }, unreachable],
    [{ ...notReady, effect: 'NoSchedule' }, unreachable, { ...notReady, tolerationSeconds: 300 }],
  ],
])('a pod that tolerates %s', (_what, given, expected) => {
  expect(admitted(given)).toEqual(expected);
});

test('is for pods alone, and not for parts of them', () => {
  expect(
    admitted(undefined, { resource: { group: 'apps', resource: 'deployments' }, subresource: '' }),
  ).toBeUndefined();
  expect(admitted(undefined, { resource: pods, subresource: 'status' })).toBeUndefined();
});
