import { expect, test } from 'vitest';
import { expectLinear } from '../../apimachinery/growth.test.support.js';
import { goDifference, goValue } from './go-value.js';
import { lineDiff } from './line-diff.js';

test.each([
  [
    'core/v1.Taint',
    { key: 'k', effect: 'NoSchedule' },
    '{"Key":"k","Value":"","Effect":"NoSchedule","TimeAdded":null}',
  ],
  [
    'meta/v1.LabelSelector',
    { matchExpressions: [{ key: 'k', operator: 'In', values: ['v'] }], matchLabels: { b: 'c', a: '<' } },
    '{"matchLabels":{"a":"\\u003c","b":"c"},"matchExpressions":[{"key":"k","operator":"In","values":["v"]}]}',
  ],
  ['apps/v1.DeploymentStrategy', { type: 'x' }, '{"Type":"x","RollingUpdate":null}'],
  [
    'apps/v1.DeploymentStrategy',
    { type: 'x', rollingUpdate: { maxSurge: 1, maxUnavailable: '25%' } },
    '{"Type":"x","RollingUpdate":{"MaxUnavailable":"25%","MaxSurge":1}}',
  ],
  ['core/v1.HTTPGetAction', {}, '{"Path":"","Port":0,"Host":"","Scheme":"","HTTPHeaders":null}'],
  ['core/v1.PhotonPersistentDiskVolumeSource', { pdID: 'p' }, '{"PdID":"p","FSType":""}'],
  [
    'core/v1.RBDVolumeSource',
    { monitors: ['m'], image: 'i' },
    '{"CephMonitors":["m"],"RBDImage":"i","FSType":"","RBDPool":"","RadosUser":"","Keyring":"","SecretRef":null,"ReadOnly":false}',
  ],
  ['batch/v1.UncountedTerminatedPods', {}, '{"Succeeded":null,"Failed":null}'],
  ['[core/v1.PodIP', [{ ip: '1.2.3.4' }], '[{"IP":"1.2.3.4"}]'],
])('a value of %s is shown with the names of Go', (type, value, text) => {
  expect(goValue(type, value).text).toBe(text);
});

test('what a pod shares with its node is shown in its security context, and its metadata beside its spec', () => {
  const spec = { hostNetwork: true, securityContext: { fsGroup: 1 }, containers: null, serviceAccount: 'a' };
  const { text } = goValue('core/v1.PodTemplateSpec', { metadata: { labels: { a: 'b' } }, spec });
  expect(text).toContain('{"labels":{"a":"b"},"Spec":{"Volumes":null,"InitContainers":null,"Containers":null,');
  expect(text).toContain('"SecurityContext":{"HostNetwork":true,"HostPID":false,');
  expect(text).toContain('"FSGroup":1,"FSGroupChangePolicy":null,');
  expect(text).not.toContain('"ServiceAccount":');
});

test('what a value became is shown line by line', () => {
  const before = { key: 'k', operator: 'In', values: ['a'] };
  expect(goDifference('core/v1.NodeSelectorRequirement', before, { ...before, values: ['a', 'b'] })).toBe(
    `@@ -2,6 +2,7 @@
  "Key": "k",
  "Operator": "In",
  "Values": [
-  "a"
+  "a",
+  "b"
  ]
 }
`,
  );
});

test.each<[string, string[], string[], string]>([
  ['nothing', ['a'], ['a'], ''],
  ['all of it', ['a'], ['b'], '@@ -1 +1 @@\n-a\n+b\n'],
  ['an end', ['a'], ['a', 'b'], '@@ -1 +1,2 @@\n a\n+b\n'],
  [
    'what is far apart',
    [...'a123456b'],
    [...'x1234567y'],
    '@@ -1,8 +1,9 @@\n-a\n+x\n 1\n 2\n 3\n 4\n 5\n 6\n-b\n+7\n+y\n',
  ],
  [
    'a struct that becomes null, and another that was null',
    ['a: null', 'b: null', 'c: {', ' d', '}', 'e'],
    ['a: {', ' d', '}', 'b: null', 'c: null', 'e'],
    '@@ -1,6 +1,6 @@\n-a: null\n-b: null\n-c: {\n+a: {\n  d\n }\n+b: null\n+c: null\n e\n',
  ],
  [
    'two places',
    [...'a1234567b'],
    [...'x1234567y'],
    '@@ -1,4 +1,4 @@\n-a\n+x\n 1\n 2\n 3\n@@ -6,4 +6,4 @@\n 5\n 6\n 7\n-b\n+y\n',
  ],
])('a change of %s', (_what, before, after, text) => {
  expect(lineDiff(before, after)).toBe(text);
});

test('long texts without a line in common take no time', () => {
  const lines = (letter: string): string[] => Array.from({ length: 5000 }, (_, index) => `${letter}${index}`);
  expect(lineDiff(lines('a'), lines('b')).split('\n')).toHaveLength(10_002);
});

test('texts that are made to be hard to compare take no time', () => {
  const lines = (size: number, odd: string) =>
    Array.from({ length: size }, (_, index) =>
      odd !== '' && index % 2 === 1 ? odd + index : `l${index % (size / 20)}`,
    );
  return expectLinear('lineDiff', {
    make: (size) => [lines(size, ''), lines(size, 'x')] as const,
    run: ([before, after]) => lineDiff(before, after),
    upTo: 16_000,
    within: 200,
  });
});
