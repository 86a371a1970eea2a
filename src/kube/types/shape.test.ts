import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../../apimachinery/meta/index.js';
import { ShapeError } from '../../server/registry/index.js';
import { goldenObjects } from './golden.test.support.js';
import { builtInVersion, goValue, holdsGivenEmpty, wasGivenEmpty } from './index.js';

function shaped(
  apiVersion: string,
  kind: string,
  rest: JsonObject,
): { object: JsonObject; unknown: readonly string[] } {
  const object = { apiVersion, kind, ...structuredClone(rest) };
  const unknown = builtInVersion(apiVersion, kind).shape!(object);
  return { unknown, object: { ...structuredClone(object) } };
}

const pod = (rest: JsonObject) => shaped('v1', 'Pod', rest);
const container = (rest: JsonObject) => {
  const { spec } = pod({ spec: { containers: [rest] } }).object as { spec: { containers: JsonObject[] } };
  return spec.containers[0];
};

describe("Kubernetes' golden objects stay as they are", () => {
  const objects = goldenObjects();
  test.skipIf(objects.length === 0 && !process.env['CI'])('and are many', () => {
    expect(objects.length).toBeGreaterThan(125);
  });
  test.each(objects.map(({ name, object }) => [name, object] as const))('%s', (_name, object) => {
    const copy = structuredClone(object);
    expect(builtInVersion(String(object['apiVersion']), String(object['kind'])).shape(copy)).toEqual([]);
    expect(copy).toStrictEqual(object);
  });
});

describe('what always shows', () => {
  test.each([
    ['v1', 'ConfigMap', {}],
    ['v1', 'Pod', { spec: { containers: null }, status: {} }],
    [
      'apps/v1',
      'Deployment',
      {
        spec: { selector: null, strategy: {}, template: { metadata: {}, spec: { containers: null } } },
        status: {},
      },
    ],
    ['rbac.authorization.k8s.io/v1', 'Role', { rules: null }],
    ['rbac.authorization.k8s.io/v1', 'RoleBinding', { roleRef: { apiGroup: '', kind: '', name: '' } }],
    ['apps/v1', 'ControllerRevision', { data: null, revision: 0 }],
  ])('%s %s', (apiVersion, kind, expected) => {
    expect(builtInVersion(apiVersion, kind).emptyFields).toEqual(expected);
    expect(shaped(apiVersion, kind, {}).object).toEqual({ apiVersion, kind, metadata: {}, ...expected });
  });

  test.each<[string, string, JsonObject, JsonObject]>([
    ['rbac.authorization.k8s.io/v1', 'Role', { rules: [] }, { rules: null }],
    ['discovery.k8s.io/v1', 'EndpointSlice', { endpoints: [], ports: [] }, { endpoints: null, ports: null }],
    ['v1', 'ConfigMap', { data: {} }, { data: {} }],
    [
      'v1',
      'Pod',
      { spec: { containers: [{ name: 'c', args: [] }], volumes: [{ name: 'v', projected: { sources: [] } }] } },
      { spec: { containers: [{ name: 'c', args: [] }], volumes: [{ name: 'v', projected: { sources: null } }] } },
    ],
  ])('%s %s is null when it is empty and stored', (apiVersion, kind, object, stored) => {
    builtInVersion(apiVersion, kind).settle?.(object);
    expect(structuredClone(object)).toEqual(stored);
  });

  test('is added to what is given', () => {
    const conditions = [{ type: 'Ready', status: 'True' }];
    expect(pod({ status: { conditions } }).object['status']).toEqual({
      conditions: [{ type: 'Ready', status: 'True', lastProbeTime: null, lastTransitionTime: null }],
    });
    expect(container({ env: [{ name: 'a', valueFrom: { resourceFieldRef: { resource: 'cpu' } } }] })).toEqual({
      name: '',
      env: [{ name: 'a', valueFrom: { resourceFieldRef: { resource: 'cpu', divisor: '0' } } }],
      resources: {},
    });
  });
});

describe('what is left out', () => {
  test.each<[string, JsonObject, JsonObject]>([
    ['empty texts, lists, maps and zeros', { image: '', args: [], ports: [], stdin: false }, {}],
    ['nulls', { image: null, args: null, resources: null, livenessProbe: null }, {}],
    [
      'nothing that is pointed to',
      { livenessProbe: {}, securityContext: { runAsUser: 0, privileged: false } },
      {
        livenessProbe: {},
        securityContext: { runAsUser: 0, privileged: false },
      },
    ],
  ])('%s', (_what, given, expected) => {
    expect(container({ name: 'c', ...given })).toEqual({ name: 'c', resources: {}, ...expected });
  });

  test('nulls in lists and maps become what is empty there', () => {
    expect(container({ name: 'c', args: [null, 'a'], ports: [null] })).toMatchObject({
      args: ['', 'a'],
      ports: [{ containerPort: 0, protocol: 'TCP' }],
    });
    expect(shaped('v1', 'ConfigMap', { data: { a: null }, binaryData: { b: null } }).object).toMatchObject({
      data: { a: '' },
      binaryData: { b: '' },
    });
  });

  test('amounts of resources finer than a thousandth are rounded up', () => {
    const requests = { cpu: '100u', memory: '1Gi', storage: '1n' };
    expect(container({ name: 'c', resources: { requests } })).toMatchObject({
      resources: { requests: { cpu: '1m', memory: '1Gi', storage: '1m' } },
    });
  });

  test('empty lists and maps, which are known to have been given', () => {
    const object: JsonObject = { spec: { containers: [{ name: 'c', args: [], env: null }], overhead: {} } };
    builtInVersion('v1', 'Pod').shape(object);
    const spec = { ...(object['spec'] as JsonObject) };
    const [first] = spec['containers'] as JsonObject[];
    expect(['overhead', 'nodeSelector'].map((field) => wasGivenEmpty(spec, field))).toEqual([true, false]);
    expect(['args', 'env'].map((field) => wasGivenEmpty(first, field))).toEqual([true, false]);
    expect([spec, first!, { name: 'c' }].map((value) => holdsGivenEmpty(value as JsonValue))).toEqual([
      true,
      true,
      false,
    ]);
    spec['overhead'] = { cpu: '1' };
    expect(wasGivenEmpty(spec, 'overhead')).toBe(false);
  });

  test('empty lists that are always written, which messages show as they were given', () => {
    const job = { spec: { podFailurePolicy: { rules: [] } } } as JsonObject;
    const version = builtInVersion('batch/v1', 'Job');
    version.shape(job);
    version.settle?.(job);
    const { podFailurePolicy } = job['spec'] as JsonObject;
    expect([structuredClone(podFailurePolicy), goValue('batch/v1.PodFailurePolicy', podFailurePolicy).text]).toEqual([
      { rules: null },
      '{"Rules":[]}',
    ]);
    const claim = { spec: { resources: { requests: {} } } } as JsonObject;
    builtInVersion('v1', 'PersistentVolumeClaim').shape(claim);
    const { resources } = claim['spec'] as JsonObject;
    expect(goValue('core/v1.VolumeResourceRequirements', resources).text).toBe('{"Limits":null,"Requests":{}}');
  });

  test('an empty list of field owners stays', () => {
    expect(pod({ metadata: { managedFields: [], finalizers: [] } }).object['metadata']).toEqual({ managedFields: [] });
  });

  test('what a strange key holds', () => {
    const object = JSON.parse('{"__proto__": {"a": 1}, "spec": {"__proto__": 1, "constructor": 2}}') as JsonObject;
    expect(builtInVersion('v1', 'Pod').shape!(object)).toEqual(['__proto__', 'spec.__proto__', 'spec.constructor']);
    expect(Object.keys(object['spec'] as JsonObject)).toEqual(['containers']);
    const map = JSON.parse('{"data": {"__proto__": null, "constructor": "x"}}') as JsonObject;
    expect(builtInVersion('v1', 'ConfigMap').shape!(map)).toEqual([]);
    expect(JSON.stringify(map['data'])).toBe('{"__proto__":"","constructor":"x"}');
  });
});

describe('defaults that types declare', () => {
  test.each<[string, JsonObject, JsonObject]>([
    ['are filled in', { containerPort: 1 }, { containerPort: 1, protocol: 'TCP' }],
    ['stand for what is empty', { containerPort: 1, protocol: '' }, { containerPort: 1, protocol: 'TCP' }],
    ['give way to others', { containerPort: 1, protocol: 'UDP' }, { containerPort: 1, protocol: 'UDP' }],
  ])('%s', (_what, port, expected) => {
    expect(container({ ports: [port] })).toMatchObject({ ports: [expected] });
  });

  test('are filled in where nothing is given, and are no part of an object of which nothing is set', () => {
    expect(shaped('v1', 'ReplicationController', {}).object['spec']).toEqual({ replicas: 1 });
    expect(builtInVersion('v1', 'ReplicationController').emptyFields).toEqual({ spec: {}, status: { replicas: 0 } });
    expect(container({ livenessProbe: { grpc: { port: 1, service: null } } })).toMatchObject({
      livenessProbe: { grpc: { port: 1, service: '' } },
    });
  });

  test('that only say that a field is empty do not show', () => {
    const { object } = pod({ spec: { imagePullSecrets: [{}] } });
    expect((object['spec'] as JsonObject)['imagePullSecrets']).toEqual([{}]);
  });
});

test('unknown fields are reported in document order', () => {
  const { unknown, object } = pod({
    spec: { containers: [{ name: 'a' }, { name: 'b', Image: 'x', env: [{ name: 'e', y: 1 }] }], foo: 1 },
    metadata: { labels: { foo: 'x' }, nope: null },
    more: {},
  });
  expect(unknown).toEqual([
    'spec.containers[1].Image',
    'spec.containers[1].env[0].y',
    'spec.foo',
    'metadata.nope',
    'more',
  ]);
  expect(object).toMatchObject({ metadata: { labels: { foo: 'x' } } });
  expect(JSON.stringify(object)).not.toMatch(/Image|nope|more/);
});

describe('values are written as Kubernetes writes them', () => {
  const limit = (value: JsonValue) => {
    const { resources } = container({ resources: { limits: { cpu: value } } }) as { resources: JsonObject };
    return (resources['limits'] as JsonObject)['cpu'];
  };
  test.each<[JsonValue, string]>([
    ['0.5', '500m'],
    ['1024Mi', '1Gi'],
    [2, '2'],
    [0.1, '100m'],
    [' 1 ', '1'],
    [null, '0'],
  ])('the quantity %j is %s', (given, expected) => {
    expect(limit(given)).toBe(expected);
  });

  const time = (value: JsonValue) =>
    (pod({ status: { startTime: value } }).object['status'] as JsonObject)['startTime'];
  test.each([
    ['2024-01-02T03:04:05Z', '2024-01-02T03:04:05Z'],
    ['2024-01-02T03:04:05.678Z', '2024-01-02T03:04:05Z'],
    ['2024-01-02T03:04:05+02:00', '2024-01-02T01:04:05Z'],
    ['0001-01-01T00:00:00Z', null],
    ['2024-01-02T3:04:05,6Z', '2024-01-02T03:04:05Z'],
    ['2024-01-02T03:04:05-24:30', '2024-01-03T03:34:05Z'],
    ['9999-12-31T23:59:59-01:00', '10000-01-01T00:59:59Z'],
  ])('the time %s is %s', (given, expected) => {
    expect(time(given)).toBe(expected);
  });

  test('times with microseconds keep them', () => {
    const renewTime = '2024-01-02T03:04:05.678901+01:00';
    const { object } = shaped('coordination.k8s.io/v1', 'Lease', { spec: { renewTime } });
    expect(object['spec']).toEqual({ renewTime: '2024-01-02T02:04:05.678901Z' });
  });

  test.each<[JsonValue, string]>([
    [[1, 2, 255], 'AQL/'],
    [[null], 'AA=='],
    [[], ''],
  ])('bytes may be numbers: %j', (given, expected) => {
    expect(shaped('v1', 'Secret', { data: { given } }).object['data']).toEqual({ given: expected });
  });

  test('base64 has no line breaks', () => {
    const { object } = shaped('v1', 'Secret', { data: { a: 'AAEC\nAw==', b: '', c: 'AB==' } });
    expect(object['data']).toEqual({ a: 'AAECAw==', b: '', c: 'AA==' });
  });

  test('what is raw stays as it is', () => {
    for (const data of [{ a: [null, ''] }, 'text', 5, []]) {
      expect(shaped('apps/v1', 'ControllerRevision', { data }).object['data']).toEqual(data);
    }
  });
});

describe('a value of another type is refused with the message of Go', () => {
  const field = (path: string, type: string) => `into Go struct field ${path} of type ${type}`;
  test.each<[JsonObject, string]>([
    [{ metadata: { name: 5 } }, `json: cannot unmarshal number ${field('ObjectMeta.metadata.name', 'string')}`],
    [
      { metadata: { labels: { a: true } } },
      `json: cannot unmarshal bool ${field('ObjectMeta.metadata.labels', 'string')}`,
    ],
    [
      { metadata: { labels: 'x' } },
      `json: cannot unmarshal string ${field('ObjectMeta.metadata.labels', 'map[string]string')}`,
    ],
    [{ metadata: [] }, `json: cannot unmarshal array ${field('Pod.metadata', 'v1.ObjectMeta')}`],
    [
      { spec: { volumes: [{ name: 'v', secret: 'x' }] } },
      `json: cannot unmarshal string ${field('Volume.spec.volumes.VolumeSource.secret', 'v1.SecretVolumeSource')}`,
    ],
    [
      { spec: { containers: [{ name: 1 }] } },
      `json: cannot unmarshal number ${field('Container.spec.containers.name', 'string')}`,
    ],
    [
      { spec: { containers: {} } },
      `json: cannot unmarshal object ${field('PodSpec.spec.containers', '[]v1.Container')}`,
    ],
    [
      { spec: { restartPolicy: {} } },
      `json: cannot unmarshal object ${field('PodSpec.spec.restartPolicy', 'v1.RestartPolicy')}`,
    ],
    [{ spec: { priority: 1.5 } }, `json: cannot unmarshal number 1.5 ${field('PodSpec.spec.priority', 'int32')}`],
    [
      { spec: { priority: 2 ** 31 } },
      `json: cannot unmarshal number 2147483648 ${field('PodSpec.spec.priority', 'int32')}`,
    ],
    [
      { spec: { volumes: [{ emptyDir: 1 }] } },
      `json: cannot unmarshal number ${field('Volume.spec.volumes.VolumeSource.emptyDir', 'v1.EmptyDirVolumeSource')}`,
    ],
    [{ spec: { overhead: [] } }, `json: cannot unmarshal array ${field('PodSpec.spec.overhead', 'v1.ResourceList')}`],
    [{ metadata: { uid: 5 } }, `json: cannot unmarshal number ${field('ObjectMeta.metadata.uid', 'types.UID')}`],
    [{ status: { startTime: 5 } }, `json: cannot unmarshal number ${field('PodStatus.status.startTime', 'string')}`],
    [
      { status: { startTime: 'soon' } },
      'parsing time "soon" as "2006-01-02T15:04:05Z07:00": cannot parse "soon" as "2006"',
    ],
    [
      { spec: { overhead: { cpu: 'much' } } },
      "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
    ],
  ])('%j', (rest, message) => {
    expect(() => pod(rest)).toThrow(expect.objectContaining({ name: 'ShapeError', message }));
  });

  test.each([
    ['AAE', 0],
    ['AA*=', 2],
    ['AAAAA', 4],
    ['AA==AA==', 4],
    ['AA=A', 3],
    ['AA=\n', 4],
  ])('the base64 %j', (data, byte) => {
    const message = `illegal base64 data at input byte ${byte}`;
    expect(() => shaped('v1', 'Secret', { data: { data } })).toThrow(
      expect.objectContaining({ name: 'ShapeError', message }),
    );
  });
});

describe('definitions of custom resources', () => {
  const schemaOf = (schema: JsonValue) => {
    const versions = [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema } }];
    const { object } = shaped('apiextensions.k8s.io/v1', 'CustomResourceDefinition', { spec: { versions } });
    return (object as { spec: { versions: { schema: JsonObject }[] } }).spec.versions[0]?.schema['openAPIV3Schema'];
  };
  test('have schemas or something else in some places', () => {
    const schema = {
      items: { type: 'string' },
      additionalProperties: true,
      dependencies: { a: ['b'], c: { type: 'object' } },
      default: { any: ['thing', null] },
    };
    expect(schemaOf(schema)).toEqual(schema);
    expect(schemaOf({ items: [{ type: 'string' }], additionalProperties: { type: '' } })).toEqual({
      items: [{ type: 'string' }],
      additionalProperties: {},
    });
    expect(() => schemaOf({ additionalProperties: 5 })).toThrow(new ShapeError('boolean or JSON schema expected'));
  });

  test('that are too deep are refused', () => {
    let schema: JsonObject = {};
    for (let depth = 0; depth < 9000; depth++) schema = { not: schema };
    const object = { spec: { versions: [{ schema: { openAPIV3Schema: schema } }] } };
    expect(() => builtInVersion('apiextensions.k8s.io/v1', 'CustomResourceDefinition').shape!(object)).toThrow(
      new ShapeError('exceeded max depth'),
    );
  });
});

test('a kind that is not built in is not there', () => {
  expect(() => shaped('v1', 'Nothing', {})).toThrow('there is no built-in Nothing of v1');
  expect(() => shaped('v1', 'PodSpec', {})).toThrow('there is no built-in PodSpec of v1');
});

test('whatever is sent, shaping it again changes nothing', () => {
  const names = ['name', 'metadata', 'spec', 'containers', 'labels', 'status', 'ports', 'x', 'resources', 'limits'];
  const { tree } = fc.letrec<{ tree: JsonValue }>((tie) => ({
    tree: fc.oneof(
      { depthSize: 'large' },
      fc.constantFrom<JsonValue>(null, '', 'a', 0, 1, true),
      fc.array(tie('tree'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom(...names), tie('tree'), { maxKeys: 4 }),
    ),
  }));
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...names), tree), (given) => {
      const object = given as JsonObject;
      try {
        builtInVersion('v1', 'Pod').shape!(object);
      } catch (error) {
        expect(error).toBeInstanceOf(ShapeError);
        return;
      }
      // Copies are without the marks of fields that were empty, which are no part of the document.
      const [once, again] = [structuredClone(object), structuredClone(object)];
      expect(builtInVersion('v1', 'Pod').shape!(again)).toEqual([]);
      expect(again).toEqual(once);
    }),
  );
});
