import { expect, test } from 'vitest';
import type { JsonObject } from '../../apimachinery/meta/index.js';
import { DefaultIngressClass } from './default-ingress-class.js';
import { DefaultStorageClass } from './default-storage-class.js';
import { admitted, known } from './plugin.test.support.js';

const storageAnnotation = 'storageclass.kubernetes.io/is-default-class';
const ingressAnnotation = 'ingressclass.kubernetes.io/is-default-class';

function classOf(name: string, time: string, annotations: JsonObject): JsonObject {
  return { metadata: { name, creationTimestamp: `2026-01-01T00:00:0${time}Z`, annotations } };
}

const storageClasses: Record<string, JsonObject[]> = {
  none: [classOf('plain', '1', {}), classOf('refused', '2', { [storageAnnotation]: 'True' })],
  one: [classOf('plain', '1', {}), classOf('chosen', '1', { [storageAnnotation]: 'true' })],
  beta: [classOf('old', '1', { 'storageclass.beta.kubernetes.io/is-default-class': 'true' })],
  several: [
    classOf('c', '1', { [storageAnnotation]: 'true' }),
    classOf('b', '2', { [storageAnnotation]: 'true' }),
    classOf('a', '2', { [storageAnnotation]: 'true' }),
  ],
};

test.each<[string, string, JsonObject, string | undefined]>([
  ['nothing, and no class is the default', 'none', {}, undefined],
  ['nothing', 'one', {}, 'chosen'],
  ['nothing, and the class is marked as it once was', 'beta', {}, 'old'],
  ['nothing: the newest, and the first by name', 'several', {}, 'a'],
  ['a class', 'one', { spec: { storageClassName: 'mine' } }, 'mine'],
  ['that it wants no class', 'one', { spec: { storageClassName: '' } }, ''],
  [
    'a class by annotation',
    'one',
    { metadata: { annotations: { 'volume.beta.kubernetes.io/storage-class': 'x' } } },
    undefined,
  ],
])('a claim that says %s', async (_what, classes, object, expected) => {
  const plugin = new DefaultStorageClass(known(...(storageClasses[classes] ?? [])));
  const claim = await admitted(plugin, {
    resource: 'persistentvolumeclaims',
    object: { spec: { accessModes: [] }, ...object },
  });
  expect((claim['spec'] as JsonObject)['storageClassName']).toBe(expected);
});

test.each<[string, JsonObject, string | undefined]>([
  ['nothing', {}, 'public'],
  ['a class', { spec: { ingressClassName: 'mine' } }, 'mine'],
  ['a class by annotation', { metadata: { annotations: { 'kubernetes.io/ingress.class': '' } } }, undefined],
])('an ingress that says %s', async (_what, object, expected) => {
  const plugin = new DefaultIngressClass(known(classOf('public', '1', { [ingressAnnotation]: 'true' })));
  const ingress = await admitted(plugin, { resource: 'ingresses.networking.k8s.io', object: { spec: {}, ...object } });
  expect((ingress['spec'] as JsonObject)['ingressClassName']).toBe(expected);
});

test('classes are given to claims and ingresses alone', async () => {
  const x = classOf('x', '1', { [storageAnnotation]: 'true', [ingressAnnotation]: 'true' });
  const about = { resource: 'pods', object: { spec: {} } };
  expect(await admitted(new DefaultStorageClass(known(x)), about)).toEqual({ spec: {} });
  expect(await admitted(new DefaultIngressClass(known(x)), about)).toEqual({ spec: {} });
  const status = { resource: 'persistentvolumeclaims', subresource: 'status', object: { spec: {} } };
  expect(await admitted(new DefaultStorageClass(known(x)), status)).toEqual({ spec: {} });
});
