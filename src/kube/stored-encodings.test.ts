import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { encodeJson } from '../apimachinery/codec/index.js';
import type { JsonObject } from '../apimachinery/meta/index.js';
import { builtInCodecs } from './index.js';
import { TestKube } from './kube-server.test.support.js';

const protobuf = builtInCodecs.find('application/vnd.kubernetes.protobuf')!;
const configMaps = '/api/v1/namespaces/a/configmaps';

/** The protobuf encoding of an object in its envelope, as kube-apiserver stores it; all lengths are below 128. */
function envelope(apiVersion: string, kind: string, message: Buffer): Buffer {
  const part = (tag: number, bytes: Buffer): Buffer => Buffer.concat([Buffer.of(tag, bytes.length), bytes]);
  const type = Buffer.concat([part(0x0a, Buffer.from(apiVersion)), part(0x12, Buffer.from(kind))]);
  return Buffer.concat([Buffer.from('k8s\0'), part(0x0a, type), part(0x12, message), Buffer.of(0x1a, 0, 0x22, 0)]);
}

/** metadata { name: "map", namespace: "a" }, data { "k": "v" } */
const mapMessage = Buffer.from('0a080a036d61701a016112060a016b120176', 'hex');

async function store(kube: TestKube, key: string, value: Buffer): Promise<void> {
  await kube.storage.commit([{ type: 'put', key, value }]);
}

async function storedStart(kube: TestKube, key: string): Promise<string> {
  const { entry } = await kube.storage.get(key);
  return entry!.value.toString('latin1', 0, 4);
}

describe('objects that another server has stored', () => {
  let kube: TestKube;
  beforeAll(async () => {
    kube = await TestKube.start({ codecs: builtInCodecs });
  });
  afterAll(() => kube.close());

  test('as protobuf is served, and stored as JSON when it is written', async () => {
    await store(kube, '/configmaps/a/map', envelope('v1', 'ConfigMap', mapMessage));
    const { status, json } = await kube.call('GET', `${configMaps}/map`);
    const metadata = { name: 'map', namespace: 'a', resourceVersion: expect.stringMatching(/^\d+$/) };
    expect([status, json]).toEqual([200, expect.objectContaining({ kind: 'ConfigMap', data: { k: 'v' } })]);
    expect(json['metadata']).toMatchObject(metadata);
    const { json: list } = await kube.call('GET', configMaps);
    expect(list['items']).toMatchObject([{ metadata, data: { k: 'v' } }]);
    expect(await storedStart(kube, '/configmaps/a/map')).toBe('k8s\0');
    const changed = await kube.call('PUT', `${configMaps}/map`, json);
    expect(changed.status).toBe(200);
    expect(await storedStart(kube, '/configmaps/a/map')).toBe('{"ap');
    const again = await kube.call('PUT', `${configMaps}/map`, changed.json);
    expect(again.json).toEqual(changed.json);
    await kube.call('DELETE', `${configMaps}/map`);
  });

  test('is found by its fields', async () => {
    for (const [name, nodeName] of Object.entries({ one: 'n1', two: 'n2' })) {
      const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name, namespace: 'a' }, spec: { nodeName } };
      await store(kube, `/pods/a/${name}`, protobuf.encode(pod));
    }
    const { json } = await kube.call('GET', '/api/v1/pods?fieldSelector=spec.nodeName=n2');
    expect(json['items']).toMatchObject([{ metadata: { name: 'two' } }]);
  });

  test('in an earlier version, and without defaults of today, is served as if it had been stored here', async () => {
    const autoscaler = {
      kind: 'HorizontalPodAutoscaler',
      apiVersion: 'autoscaling/v1',
      metadata: { name: 'h', namespace: 'a' },
      spec: { maxReplicas: 3, scaleTargetRef: { kind: 'D', name: 'd' }, targetCPUUtilizationPercentage: 70 },
    };
    const spec = {
      minReplicas: 1,
      metrics: [{ resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 70 } } }],
    };
    for (const value of [encodeJson(autoscaler), protobuf.encode(autoscaler)]) {
      await store(kube, '/horizontalpodautoscalers/a/h', value);
      const { json } = await kube.call('GET', '/apis/autoscaling/v2/namespaces/a/horizontalpodautoscalers/h');
      expect(json).toMatchObject({ apiVersion: 'autoscaling/v2', spec });
    }
  });

  test.each<[string, string, string, JsonObject, JsonObject]>([
    [
      'policy/v1beta1 PodDisruptionBudget',
      'poddisruptionbudgets',
      '/apis/policy/v1',
      { spec: { minAvailable: 1, selector: {} } },
      { spec: { selector: { matchExpressions: [{ operator: 'Exists' }] } } },
    ],
    [
      'extensions/v1beta1 Ingress',
      'ingress',
      '/apis/networking.k8s.io/v1',
      { spec: { backend: { serviceName: 's', servicePort: 'http' } } },
      { spec: { defaultBackend: { service: { name: 's', port: { name: 'http' } } } } },
    ],
    [
      'extensions/v1beta1 Deployment',
      'deployments',
      '/apis/apps/v1',
      {
        spec: { template: { metadata: { labels: { a: 'b' } }, spec: { containers: [] } }, rollbackTo: { revision: 2 } },
      },
      {
        metadata: { annotations: { 'deprecated.deployment.rollback.to': '2' }, labels: { a: 'b' } },
        spec: { selector: { matchLabels: { a: 'b' } }, strategy: { rollingUpdate: { maxSurge: 1 } } },
      },
    ],
    [
      'discovery.k8s.io/v1beta1 EndpointSlice',
      'endpointslices',
      '/apis/discovery.k8s.io/v1',
      {
        addressType: 'IPv4',
        endpoints: [{ addresses: ['1.2.3.4'], topology: { 'topology.kubernetes.io/zone': 'z' } }],
      },
      { endpoints: [{ addresses: ['1.2.3.4'], zone: 'z' }] },
    ],
  ])('as %s, which is not served any more, is converted', async (type, prefix, path, content, expected) => {
    const [apiVersion = '', kind = ''] = type.split(' ');
    const former = { kind, apiVersion, metadata: { name: 'f', namespace: 'a' }, ...content };
    const resource = prefix === 'ingress' ? 'ingresses' : prefix;
    for (const value of [encodeJson(former), protobuf.encode(former)]) {
      await store(kube, `/${prefix}/a/f`, value);
      const { status, json } = await kube.call('GET', `${path}/namespaces/a/${resource}/f`);
      expect([status, json]).toEqual([200, expect.objectContaining({ kind, apiVersion: path.slice('/apis/'.length) })]);
      expect(json).toMatchObject(expected);
    }
  });

  test('as JSON is as good as what is stored here: writing it unchanged changes nothing', async () => {
    const value = Buffer.from('{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"j","namespace":"a"}}\n');
    await store(kube, '/configmaps/a/j', value);
    const { json } = await kube.call('GET', `${configMaps}/j`);
    expect((await kube.call('PUT', `${configMaps}/j`, json)).json).toEqual(json);
    expect(await storedStart(kube, '/configmaps/a/j')).toBe('{"ki');
    await kube.call('DELETE', `${configMaps}/j`);
  });
});

describe('what cannot be read', () => {
  let kube: TestKube;
  beforeAll(async () => {
    kube = await TestKube.start({ codecs: builtInCodecs });
  });
  afterAll(() => kube.close());

  const unregistered = (kind: string, version: string): string =>
    `no kind "${kind}" is registered for version "${version}" in scheme "pkg/api/legacyscheme/scheme.go:30"`;

  test.each<[string, Buffer, string]>([
    ['rubbish', Buffer.from('rubbish'), 'illegal base64 data at input byte 4'],
    ['binary', Buffer.from([1, 2]), 'illegal base64 data at input byte 0'],
    ['base64 of nothing that is known', Buffer.from('nonsense'), 'yaml: invalid leading UTF-8 octet'],
    ['half of a JSON object', Buffer.from('{"kind":'), 'json parse error: unexpected end of JSON input'],
    [
      'a value of another type',
      jsonMap({ data: 7 }),
      'json: cannot unmarshal number into Go struct field ConfigMap.data',
    ],
    ['an unknown version', jsonMap({ apiVersion: 'v9' }), unregistered('ConfigMap', 'v9')],
    ['another kind', jsonMap({ kind: 'Secret' }), 'converting (v1.Secret) to (core.ConfigMap): unknown conversion'],
    ['an envelope without anything in it', Buffer.from('k8s\0'), 'empty body'],
    ['half of an envelope', envelope('v1', 'ConfigMap', mapMessage).subarray(0, 30), 'unexpected EOF'],
    ['rubbish in an envelope', envelope('v1', 'ConfigMap', Buffer.alloc(4, 255)), 'unexpected EOF'],
    ['an unknown version in an envelope', envelope('x/v1', 'ConfigMap', mapMessage), unregistered('ConfigMap', 'x/v1')],
    ['what is encrypted', Buffer.from('k8s:enc:aescbc:v1:key:x'), 'identity transformer tried to read encrypted data'],
  ])('because it is %s fails requests for it, and no others', async (_what, value, reason) => {
    await kube.call('POST', configMaps, { metadata: { name: 'good' } });
    await store(kube, '/configmaps/a/bad', value);
    const failure = { status: 500, json: { kind: 'Status', message: expect.stringContaining(reason), code: 500 } };
    const body = { metadata: { name: 'bad' } };
    expect(await kube.call('GET', `${configMaps}/bad`)).toMatchObject(failure);
    expect(await kube.call('GET', configMaps)).toMatchObject(failure);
    expect(await kube.call('GET', '/api/v1/configmaps?labelSelector=a=b')).toMatchObject(failure);
    expect(await kube.call('PUT', `${configMaps}/bad`, body)).toMatchObject(failure);
    expect(await kube.call('DELETE', `${configMaps}/bad`)).toMatchObject(failure);
    expect(await kube.call('POST', configMaps, body)).toMatchObject({ status: 409, json: { reason: 'AlreadyExists' } });
    expect(await kube.call('GET', `${configMaps}/good`)).toMatchObject({ status: 200 });
    expect(await kube.call('GET', `${configMaps}?fieldSelector=metadata.name=good`)).toMatchObject({ status: 200 });
    expect(await kube.call('GET', '/api/v1/namespaces/b/configmaps')).toMatchObject({ status: 200 });
    await kube.storage.commit([{ type: 'delete', key: '/configmaps/a/bad' }]);
    expect(await kube.call('GET', configMaps)).toMatchObject({ status: 200, json: { items: [{}] } });
  });

  function jsonMap(more: JsonObject): Buffer {
    return encodeJson({ kind: 'ConfigMap', apiVersion: 'v1', metadata: { name: 'bad' }, ...more });
  }
});

describe('objects that are to be stored as protobuf', () => {
  let kube: TestKube;
  beforeAll(async () => {
    kube = await TestKube.start({ codecs: builtInCodecs, storedAs: protobuf });
  });
  afterAll(() => kube.close());

  test('are, and are served as ever', async () => {
    const created = await kube.call('POST', configMaps, { metadata: { name: 'map' }, data: { k: 'v' } });
    expect(await storedStart(kube, '/configmaps/a/map')).toBe('k8s\0');
    expect(await kube.call('GET', `${configMaps}/map`)).toEqual({ status: 200, json: created.json });
    const unchanged = await kube.call('PUT', `${configMaps}/map`, created.json);
    expect(unchanged.json).toEqual(created.json);
    const changed = await kube.call('PUT', `${configMaps}/map`, { ...created.json, data: { k: 'w' } });
    expect((await kube.call('GET', configMaps)).json['items']).toMatchObject([{ data: { k: 'w' } }]);
    expect(changed.json['metadata']).not.toEqual(created.json['metadata']);
  });

  test('are stored so when they are written unchanged, where they were not', async () => {
    const value = encodeJson({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'j', namespace: 'a' } });
    await store(kube, '/configmaps/a/j', value.subarray(0, -1));
    const { json } = await kube.call('GET', `${configMaps}/j`);
    expect((await kube.call('PUT', `${configMaps}/j`, json)).status).toBe(200);
    expect(await storedStart(kube, '/configmaps/a/j')).toBe('k8s\0');
  });
});
