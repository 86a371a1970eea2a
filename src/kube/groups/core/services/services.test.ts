import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../../apimachinery/meta/index.js';
import { TestKube, type TestResponse } from '../../../kube-server.test.support.js';

let kube: TestKube;
beforeAll(async () => {
  kube = await TestKube.start();
});
afterAll(() => kube.close());

const path = '/api/v1/namespaces/a/services';
const merge = 'application/merge-patch+json';
let count = 0;
const newName = (): string => `s${++count}`;
const create = (spec: JsonObject, name = newName()): Promise<TestResponse> =>
  kube.call('POST', path, { metadata: { name }, spec });
const patch = (name: string, spec: JsonObject): Promise<TestResponse> =>
  kube.call('PATCH', `${path}/${name}`, { spec }, merge);
const specOf = ({ json }: TestResponse): JsonObject => json['spec'] as JsonObject;
const nameOf = ({ json }: TestResponse): string => (json['metadata'] as JsonObject)['name'] as string;
const portsOf = (answer: TestResponse): JsonObject[] => specOf(answer)['ports'] as JsonObject[];
const causesOf = ({ json }: TestResponse): string[] =>
  ((json['details'] as JsonObject)['causes'] as JsonObject[]).map(({ field, message }) => `${field}: ${message}`);
const ports = [{ port: 80 }];
const addresses = async (): Promise<string[]> => {
  const { json } = await kube.call('GET', '/apis/networking.k8s.io/v1/ipaddresses');
  return (json['items'] as JsonObject[]).map(({ metadata }) => (metadata as JsonObject)['name'] as string);
};

describe('defaults', () => {
  test('a service gets an address, recorded with a reference to it', async () => {
    const answer = await create({ ports });
    const { clusterIP, ...spec } = specOf(answer);
    expect([answer.status, spec]).toEqual([
      201,
      {
        clusterIPs: [clusterIP],
        internalTrafficPolicy: 'Cluster',
        ipFamilies: ['IPv4'],
        ipFamilyPolicy: 'SingleStack',
        ports: [{ port: 80, protocol: 'TCP', targetPort: 80 }],
        sessionAffinity: 'None',
        type: 'ClusterIP',
      },
    ]);
    expect(answer.json['status']).toEqual({ loadBalancer: {} });
    const { json } = await kube.call('GET', `/apis/networking.k8s.io/v1/ipaddresses/${clusterIP}`);
    expect(json['spec']).toEqual({ parentRef: { resource: 'services', namespace: 'a', name: nameOf(answer) } });
  });

  test('affinity to clients lasts three hours', async () => {
    const { sessionAffinityConfig } = specOf(await create({ ports, sessionAffinity: 'ClientIP' }));
    expect(sessionAffinityConfig).toEqual({ clientIP: { timeoutSeconds: 10_800 } });
  });

  test('a headless service without a selector may have both families', async () => {
    const { clusterIPs, ipFamilies, ipFamilyPolicy } = specOf(await create({ clusterIP: 'None' }));
    expect([clusterIPs, ipFamilies, ipFamilyPolicy]).toEqual([['None'], ['IPv4', 'IPv6'], 'RequireDualStack']);
  });

  test('a name of something outside has no address', async () => {
    const answer = await create({ type: 'ExternalName', externalName: 'db.example.com' });
    expect(specOf(answer)).toEqual({ type: 'ExternalName', externalName: 'db.example.com', sessionAffinity: 'None' });
  });

  test('ports of one number share a node port', async () => {
    const both = [
      { name: 'a', port: 53 },
      { name: 'b', port: 53, protocol: 'UDP' },
    ];
    const [first, second] = portsOf(await create({ type: 'NodePort', ports: both }));
    expect(first?.['nodePort']).toBeGreaterThanOrEqual(30_086);
    expect(second?.['nodePort']).toBe(first?.['nodePort']);
  });

  test('a load balancer with local traffic gets a port for health checks', async () => {
    const spec = specOf(await create({ type: 'LoadBalancer', externalTrafficPolicy: 'Local', ports }));
    expect(spec).toMatchObject({ allocateLoadBalancerNodePorts: true, healthCheckNodePort: expect.any(Number) });
  });
});

describe('addresses and ports', () => {
  test('an address that is taken, or of another network, is refused', async () => {
    const { clusterIP } = specOf(await create({ clusterIP: '10.0.0.9', ports }));
    expect(clusterIP).toBe('10.0.0.9');
    expect(causesOf(await create({ clusterIP: '10.0.0.9', ports }))).toEqual([
      'spec.clusterIPs: Invalid value: ["10.0.0.9"]: failed to allocate IP 10.0.0.9: provided IP is already allocated',
    ]);
    expect(causesOf(await create({ clusterIP: '192.0.2.1', ports }))).toEqual([
      'spec.clusterIPs: Invalid value: ["192.0.2.1"]: failed to allocate IP 192.0.2.1: the provided network does not match the current range',
    ]);
  });

  test('a node port that is taken, or out of range, is refused', async () => {
    await create({ type: 'NodePort', ports: [{ port: 80, nodePort: 30_001 }] });
    const path = 'spec.ports[0].nodePort: Invalid value:';
    expect(causesOf(await create({ type: 'NodePort', ports: [{ port: 80, nodePort: 30_001 }] }))).toEqual([
      `${path} 30001: provided port is already allocated`,
    ]);
    expect(causesOf(await create({ type: 'NodePort', ports: [{ port: 80, nodePort: 80 }] }))).toEqual([
      `${path} 80: provided port is not in the valid range. The range of valid ports is 30000-32767`,
    ]);
  });

  test('what a refused or pretended service would have had stays free', async () => {
    const before = await addresses();
    expect((await create({ clusterIP: '10.0.0.7', ports, sessionAffinity: 'x' })).status).toBe(422);
    const dry = await kube.call('POST', `${path}?dryRun=All`, { metadata: { name: 'dry' }, spec: { ports } });
    expect([dry.status, specOf(dry)['clusterIP']]).toEqual([201, '10.0.0.0']);
    expect(await addresses()).toEqual(before);
  });

  test('a service that goes gives back what it had', async () => {
    const spec = { type: 'NodePort', clusterIP: '10.0.0.8', ports: [{ port: 80, nodePort: 30_002 }] };
    const deleted = await kube.call('DELETE', `${path}/${nameOf(await create(spec))}`);
    expect(deleted.json['kind']).toBe('Service');
    expect((await create(spec)).status).toBe(201);
  });

  test('a service whose last finalizer goes through its status gives back what it had', async () => {
    const name = newName();
    const metadata = { name, finalizers: ['example.com/hold'] };
    const { clusterIP } = specOf(await kube.call('POST', path, { metadata, spec: { ports } }));
    await kube.call('DELETE', `${path}/${name}`);
    expect(await addresses()).toContain(clusterIP);
    await kube.call('PATCH', `${path}/${name}/status`, { metadata: { finalizers: null } }, merge);
    expect((await kube.call('GET', `${path}/${name}`)).status).toBe(404);
    expect(await addresses()).not.toContain(clusterIP);
  });

  test('endpoints go with their service', async () => {
    const name = nameOf(await create({ ports }));
    await kube.call('POST', '/api/v1/namespaces/a/endpoints', { metadata: { name }, subsets: [] });
    await kube.call('DELETE', `${path}/${name}`);
    expect((await kube.call('GET', `/api/v1/namespaces/a/endpoints/${name}`)).status).toBe(404);
  });
});

describe('updates', () => {
  test('what was created can be sent again', async () => {
    const created = await create({ type: 'NodePort', ports });
    const body = { metadata: { name: nameOf(created) }, spec: { type: 'NodePort', ports } };
    const replaced = await kube.call('PUT', `${path}/${nameOf(created)}`, body);
    expect([replaced.status, specOf(replaced)]).toEqual([200, specOf(created)]);
  });

  test('the address does not change', async () => {
    const created = await create({ ports });
    expect(causesOf(await patch(nameOf(created), { clusterIP: '10.0.0.5', clusterIPs: ['10.0.0.5'] }))).toEqual([
      'spec.clusterIPs[0]: Invalid value: ["10.0.0.5"]: may not change once set',
    ]);
  });

  test('from NodePort to ClusterIP to ExternalName, and back', async () => {
    const created = await create({ type: 'NodePort', ports: [{ port: 80, nodePort: 30_003 }] });
    const name = nameOf(created);
    const { clusterIP } = specOf(created);
    const inside = await patch(name, { type: 'ClusterIP' });
    expect([portsOf(inside), specOf(inside)['externalTrafficPolicy']]).toEqual([
      [{ port: 80, protocol: 'TCP', targetPort: 80 }],
      undefined,
    ]);
    const outside = await patch(name, { type: 'ExternalName', externalName: 'x.example.com' });
    expect(Object.keys(specOf(outside)).sort()).toEqual(['externalName', 'ports', 'sessionAffinity', 'type']);
    expect(await addresses()).not.toContain(clusterIP);
    const back = await patch(name, { type: 'NodePort', externalName: null, ports: [{ port: 80, nodePort: 30_003 }] });
    expect([back.status, await addresses()]).toEqual([200, expect.arrayContaining([specOf(back)['clusterIP']])]);
  });

  test('the status is only changed by its endpoint, and only for load balancers', async () => {
    const status = { loadBalancer: { ingress: [{ ip: '192.0.2.9' }] } };
    const created = await kube.call('POST', path, {
      metadata: { name: 'balanced' },
      spec: { type: 'LoadBalancer', ports },
      status,
    });
    expect(created.json['status']).toEqual({ loadBalancer: {} });
    const updated = await kube.call('PATCH', `${path}/balanced/status`, { status }, merge);
    expect(updated.json['status']).toEqual({ loadBalancer: { ingress: [{ ip: '192.0.2.9', ipMode: 'VIP' }] } });
    const plain = nameOf(await create({ ports }));
    expect(causesOf(await kube.call('PATCH', `${path}/${plain}/status`, { status }, merge))).toEqual([
      "status.loadBalancer.ingress: Forbidden: may only be used when `spec.type` is 'LoadBalancer'",
    ]);
  });
});

test.each<[string, JsonObject, string[]]>([
  ['no port', {}, ['spec.ports: Required value']],
  [
    'two ports without names',
    { ports: [{ port: 1 }, { port: 2 }] },
    ['spec.ports[0].name: Required value', 'spec.ports[1].name: Required value'],
  ],
  [
    'a port twice',
    {
      ports: [
        { name: 'a', port: 1 },
        { name: 'b', port: 1 },
      ],
    },
    [
      'spec.ports[1]: Duplicate value: {"Name":"","Protocol":"TCP","AppProtocol":null,"Port":1,"TargetPort":0,"NodePort":0}',
    ],
  ],
  [
    'a protocol that is none',
    { ports: [{ port: 1, protocol: 'ICMP' }] },
    ['spec.ports[0].protocol: Unsupported value: "ICMP": supported values: "SCTP", "TCP", "UDP"'],
  ],
  [
    'a node port of a service without node ports',
    { ports: [{ port: 1, nodePort: 30_005 }] },
    ["spec.ports[0].nodePort: Forbidden: may not be used when `type` is 'ClusterIP'"],
  ],
  ['no name outside', { type: 'ExternalName' }, ['spec.externalName: Required value']],
  [
    'an address of this machine',
    { ports, externalIPs: ['127.0.0.1'] },
    ['spec.externalIPs[0]: Invalid value: "127.0.0.1": may not be in the loopback range (127.0.0.0/8, ::1/128)'],
  ],
  [
    'both families where there is one',
    { ports, ipFamilyPolicy: 'RequireDualStack' },
    ['spec.ipFamilyPolicy: Invalid value: "RequireDualStack": this cluster is not configured for dual-stack services'],
  ],
  [
    'a class of load balancers without one',
    { ports, loadBalancerClass: 'a/b' },
    ["spec.loadBalancerClass: Forbidden: may only be used when `type` is 'LoadBalancer'"],
  ],
  [
    'sources of a load balancer without one',
    { ports, loadBalancerSourceRanges: ['10.0.0.0/8'] },
    ["spec.LoadBalancerSourceRanges: Forbidden: may only be used when `type` is 'LoadBalancer'"],
  ],
  [
    'a distribution of traffic that is none',
    { ports, trafficDistribution: 'x' },
    [
      'spec.trafficDistribution: Unsupported value: "x": supported values: "PreferClose", "PreferSameZone", "PreferSameNode"',
    ],
  ],
])('%s is refused', async (_what, spec, causes) => {
  const answer = await create(spec);
  expect([answer.status, causesOf(answer)]).toEqual([422, causes]);
});

test('what is sent to the status of a service that is not there creates it', async () => {
  const answer = await kube.call('PUT', `${path}/new/status`, { metadata: { name: 'new' }, spec: { ports } });
  expect([answer.status, answer.json['status']]).toEqual([201, { loadBalancer: {} }]);
});
