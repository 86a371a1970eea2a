import { describe, expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../../apimachinery/meta/index.js';
import { admitted, known, refusal } from './plugin.test.support.js';
import { PodTolerationRestriction, readTolerationRules } from './pod-toleration-restriction.js';

const one = { key: 'one', operator: 'Exists', effect: 'NoSchedule' };
const two = { key: 'two', operator: 'Exists', effect: 'NoSchedule' };
const pressure = { key: 'node.kubernetes.io/memory-pressure', operator: 'Exists', effect: 'NoSchedule' };

function namespace(name: string, defaults?: string, whitelist?: string): JsonObject {
  const annotations = {
    ...(defaults !== undefined && { 'scheduler.alpha.kubernetes.io/defaultTolerations': defaults }),
    ...(whitelist !== undefined && { 'scheduler.alpha.kubernetes.io/tolerationsWhitelist': whitelist }),
  };
  return { metadata: { name, annotations } };
}

const plugin = new PodTolerationRestriction({
  rules: readTolerationRules({
    apiVersion: 'podtolerationrestriction.admission.k8s.io/v1alpha1',
    kind: 'Configuration',
    default: [one],
    whitelist: [one, two, pressure],
  }),
  namespaces: known(
    namespace('plain'),
    namespace('own', JSON.stringify([two]), JSON.stringify([two])),
    namespace('free', '', ''),
    namespace('broken', '{}'),
  ),
});

const other = { key: 'other', operator: 'Exists' };
const conflict = 'pod tolerations (possibly merged with namespace default tolerations) conflict with its';

describe('a pod', () => {
  test.each<[string, JsonObject, JsonObject[] | string | undefined]>([
    ['gets the defaults of the cluster', { namespace: 'plain' }, [one]],
    ['gets the defaults of its namespace', { namespace: 'own' }, [two]],
    ['gets nothing where its namespace says so', { namespace: 'free' }, undefined],
    ['keeps what it says', { namespace: 'plain', tolerations: [two] }, [two, one]],
    [
      'that asks for something tolerates that memory is short',
      { namespace: 'plain', requests: { cpu: '1' } },
      [one, pressure],
    ],
    ['gets no defaults when it is changed', { namespace: 'plain', tolerations: [two], operation: 'UPDATE' }, [two]],
    [
      'tolerates more than the cluster lets it',
      { namespace: 'plain', tolerations: [other] },
      `500 ${conflict} cluster whitelist`,
    ],
    [
      'tolerates more than its namespace lets it',
      { namespace: 'own', tolerations: [one] },
      `500 ${conflict} namespace whitelist`,
    ],
    ['tolerates anything where its namespace lets it', { namespace: 'free', tolerations: [other] }, [other]],
    ['is in a namespace that is not there', { namespace: 'gone' }, '404 namespaces "gone" not found'],
    [
      'is in a namespace that cannot be read',
      { namespace: 'broken' },
      '500 json: cannot unmarshal object into Go value of type []v1.Toleration',
    ],
  ])('%s', async (_what, { namespace: name, tolerations, requests, operation = 'CREATE' }, expected) => {
    const spec: JsonObject = { containers: [{ name: 'c', resources: requests ? { requests } : {} }] };
    if (tolerations) spec['tolerations'] = tolerations;
    const about = {
      resource: 'pods',
      namespace: name as string,
      operation: operation as 'CREATE' | 'UPDATE',
      object: { metadata: { name: 'p' }, spec },
    };
    if (typeof expected === 'string') {
      expect(await refusal(plugin, 'admit', about)).toBe(expected);
    } else {
      const changed = (await admitted(plugin, about)) as { spec: JsonObject };
      expect(changed.spec['tolerations']).toEqual(expected);
      expect(await refusal(plugin, 'validate', about)).toBeUndefined();
    }
  });
});

test.each<[string, JsonValue, string]>([
  ['something else', { apiVersion: 'v1', kind: 'Pod' }, 'no kind "Pod" is registered for version "v1"'],
  ['no list', { default: 'x' }, 'json: cannot unmarshal string into Go value of type []v1.Toleration'],
  ['a list of something else', { default: [true] }, 'json: cannot unmarshal bool into Go value of type v1.Toleration'],
  [
    'a key that is none',
    { whitelist: [{ key: 3 }] },
    'json: cannot unmarshal number into Go struct field Toleration.key of type string',
  ],
  [
    'a time that is none',
    { whitelist: [{ tolerationSeconds: 'x' }] },
    'json: cannot unmarshal string into Go struct field Toleration.tolerationSeconds of type int64',
  ],
  [
    'a toleration that is wrong',
    { whitelist: [{ value: 'x' }] },
    'invalid config: [podtolerationrestriction.whitelist[0].operator: Invalid value: "": operator must be Exists when `key` is empty, which means "match all values and all keys"]',
  ],
])('a configuration with %s is refused', (_what, document, problem) => {
  const whole = { apiVersion: 'podtolerationrestriction.admission.k8s.io/v1alpha1', kind: 'Configuration' };
  expect(() => readTolerationRules({ ...whole, ...(document as JsonObject) })).toThrow(problem);
});
