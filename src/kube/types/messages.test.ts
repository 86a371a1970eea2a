import { describe, expect, test } from 'vitest';
import { protobufCodec } from '../../apimachinery/codec/index.js';
import type { JsonObject } from '../../apimachinery/meta/index.js';
import { goldenObjects } from './golden.test.support.js';
import { builtInVersion, findMessage } from './index.js';

const codec = protobufCodec(findMessage);

describe("Kubernetes' golden objects are the same bytes", () => {
  const objects = goldenObjects();
  test.skipIf(objects.length === 0 && !process.env['CI'])('and are many', () => {
    expect(objects.length).toBeGreaterThan(125);
  });
  test.each(objects.map((golden) => [golden.name, golden] as const))('%s', (_name, { object, protobuf }) => {
    expect(codec.encode(object).equals(protobuf)).toBe(true);
    expect(codec.decode(protobuf)).toStrictEqual(object);
  });
});

describe('there is a message for', () => {
  test.each([
    ['v1', 'Pod'],
    ['v1', 'PodList'],
    ['apps/v1', 'DeploymentList'],
    ['autoscaling/v1', 'Scale'],
    ['v1', 'Status'],
    ['v1', 'DeleteOptions'],
    ['apps/v1', 'DeleteOptions'],
    ['policy/v1', 'Eviction'],
    ['v1', 'APIResourceList'],
    ['v1', 'APIGroupList'],
    ['apidiscovery.k8s.io/v2', 'APIGroupDiscoveryList'],
    ['meta.k8s.io/v1', 'PartialObjectMetadata'],
    ['meta.k8s.io/v1beta1', 'PartialObjectMetadataList'],
    ['apiextensions.k8s.io/v1', 'CustomResourceDefinition'],
    ['apiregistration.k8s.io/v1', 'APIService'],
  ])('%s %s', (apiVersion, kind) => {
    const object = { kind, apiVersion };
    const decoded = codec.decode(codec.encode(object)) as JsonObject;
    expect(decoded).toMatchObject(object);
    expect(builtInVersion(apiVersion, kind).shape!(decoded)).toEqual([]);
  });
});

test.each([
  ['example.com/v1', 'Pod'],
  ['v1', 'Widget'],
  ['v1', 'PodSpec'],
  ['apps/v1', 'Pod'],
  ['apps/v1', 'Status'],
  ['__proto__', 'constructor'],
  ['v1', ''],
  ['', ''],
])('there is none for %j %j', (apiVersion, kind) => {
  expect(findMessage(apiVersion, kind)).toBeUndefined();
});

test('an object that was shaped is the same after a way through protobuf and shaping', () => {
  const object: JsonObject = {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'a' },
    spec: { template: { spec: { containers: [{ name: 'c', livenessProbe: { httpGet: { port: 80 } } }] } } },
  };
  builtInVersion('apps/v1', 'Deployment').shape!(object);
  const decoded = codec.decode(codec.encode(object)) as JsonObject;
  builtInVersion('apps/v1', 'Deployment').shape!(decoded);
  expect(decoded).toEqual(object);
});
