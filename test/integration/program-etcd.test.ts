import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { encodeJson } from '../../src/apimachinery/codec/index.js';
import { freePort } from '../../src/apimachinery/free-ports.test.support.js';
import type { JsonObject } from '../../src/apimachinery/meta/index.js';
import { type Lease, leaseResource } from '../../src/client/leader-election/index.js';
import { bearerToken, Http2Transport, RestClient } from '../../src/client/rest/index.js';
import { builtInCodecs } from '../../src/kube/index.js';
import { EtcdStorage } from '../../src/storage/etcd/index.js';
import { etcdIsInstalled, TestEtcd } from '../../src/storage/etcd/testing/index.js';
import { call, ProgramProcess, temporaryDirectory, writeSigningKey } from './program.test.support.js';

const configMapResource = { group: '', version: 'v1', resource: 'configmaps' };
const definitionResource = { group: 'apiextensions.k8s.io', version: 'v1', resource: 'customresourcedefinitions' };
const widgetResource = { group: 'example.com', version: 'v1', resource: 'widgets' };

interface ConfigMap {
  readonly apiVersion: 'v1';
  readonly kind: 'ConfigMap';
  readonly metadata: { readonly name: string; readonly resourceVersion?: string };
  readonly data: Record<string, string>;
}

const configMap = (name: string): ConfigMap => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: {} });

const widgets = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'widgets.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'widgets', singular: 'widget', kind: 'Widget' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
      },
    ],
  },
};

const protobuf = builtInCodecs.find('application/vnd.kubernetes.protobuf')!;
const serviceDefaults = { clusterIPs: ['10.0.0.7'], internalTrafficPolicy: 'Cluster', sessionAffinity: 'None' };

const stored = {
  '/configmaps/default/map': {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'map', namespace: 'default' },
    data: { k: 'v' },
  },
  '/services/specs/default/web': {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'web', namespace: 'default' },
    spec: {
      type: 'NodePort',
      clusterIP: '10.0.0.7',
      clusterIPs: ['10.0.0.7'],
      externalTrafficPolicy: 'Cluster',
      ipFamilies: ['IPv4'],
      ipFamilyPolicy: 'SingleStack',
      ports: [{ port: 80, protocol: 'TCP', targetPort: 80, nodePort: 30_001 }],
    },
  },
  '/ipaddresses/10.0.0.7': {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'IPAddress',
    metadata: { name: '10.0.0.7' },
    spec: { parentRef: { resource: 'services', namespace: 'default', name: 'web' } },
  },
  '/ranges/servicenodeports': {
    apiVersion: 'v1',
    kind: 'RangeAllocation',
    metadata: {},
    range: '30000-32767',
    data: 'Ag==',
  },
};

/** Kinds that kube-apiserver never stores as protobuf; it stores definitions in a version that is no longer served. */
const storedAsJson = {
  '/apiextensions.k8s.io/customresourcedefinitions/widgets.example.com': {
    ...widgets,
    apiVersion: 'apiextensions.k8s.io/v1beta1',
    spec: {
      ...widgets.spec,
      version: 'v1',
      validation: widgets.spec.versions[0]!.schema,
      versions: [{ name: 'v1', served: true, storage: true }],
      preserveUnknownFields: false,
    },
  },
  '/example.com/widgets/default/a': {
    apiVersion: 'example.com/v1',
    kind: 'Widget',
    metadata: { name: 'a', namespace: 'default', generation: 1 },
    spec: { size: 1 },
  },
};

describe.skipIf(!etcdIsInstalled())('servers on one etcd', () => {
  let etcd: TestEtcd;
  beforeAll(async () => {
    etcd = await TestEtcd.start();
  });
  afterAll(() => etcd?.stop());

  interface Server {
    readonly program: ProgramProcess;
    readonly url: string;
    readonly client: RestClient;
  }

  async function start(directory: string, prefix: string, more: readonly string[] = []): Promise<Server> {
    const program = new ProgramProcess(
      'kube-apiserver',
      [...flags(await freePort()), `--etcd-prefix=${prefix}`, ...more],
      directory,
    );
    const url = await program.readyUrl();
    const credentials = bearerToken('admin-token');
    const transport = new Http2Transport({ server: url, tls: { insecure: true }, credentials });
    onTestFinished(() => transport.close());
    return { program, url, client: new RestClient({ transport }) };
  }

  function flags(port: number): string[] {
    return [
      '--bind-address=127.0.0.1',
      `--secure-port=${port}`,
      `--cert-dir=certs-${port}`,
      `--etcd-servers=${etcd.endpoint}`,
      '--token-auth-file=tokens.csv',
      '--authorization-mode=Node,RBAC',
      '--service-account-issuer=https://kubernetes.default.svc',
      '--service-account-signing-key-file=sa.key',
    ];
  }

  /** Two servers that start at the same time, on an empty store. */
  async function startTwo(prefix: string): Promise<[Server, Server]> {
    const directory = serverDirectory();
    return Promise.all([start(directory, prefix), start(directory, prefix)]);
  }

  function serverDirectory(): string {
    const directory = temporaryDirectory();
    writeFileSync(join(directory, 'tokens.csv'), 'admin-token,admin,admin,"system:masters"\n');
    writeSigningKey(directory);
    return directory;
  }

  it('show at once through one what was written through the other', async () => {
    const [one, other] = await startTwo('/consistent');
    const through = [one, other].map(({ client }) => client.resource<ConfigMap>(configMapResource, 'default'));
    for (let round = 0; round < 40; round++) {
      const [writer, reader] = round % 2 === 0 ? [through[0]!, through[1]!] : [through[1]!, through[0]!];
      const name = `round-${round}`;
      await writer.create(configMap(name));
      const seen = await reader.get(name);
      await reader.update({ ...seen, data: { round: name } });
      expect((await writer.list()).items.find(({ metadata }) => metadata.name === name)?.data).toEqual({ round: name });
      await writer.delete(name);
      expect((await reader.list({ labelSelector: '' })).items.map(({ metadata }) => metadata.name)).not.toContain(name);
    }
  });

  it('run controllers in one of them, and in the other when that is killed', async () => {
    const directory = serverDirectory();
    const election = [
      '--controllers=serviceaccount-controller',
      '--leader-elect-lease-duration=3s',
      '--leader-elect-renew-deadline=2s',
      '--leader-elect-retry-period=500ms',
    ];
    const one = await start(directory, '/leaders', election);
    await one.program.logged(/This server runs the controllers/);
    const other = await start(directory, '/leaders', election);
    await other.program.logged(/Another server runs the controllers/);
    const lease = () => other.client.resource<Lease>(leaseResource, 'kube-system').get('trestle-controllers');
    const { spec: before } = await lease();
    await one.program.end('SIGKILL');
    await other.program.logged(/This server runs the controllers/);
    const { spec: after } = await lease();
    expect(after?.holderIdentity).not.toBe(before?.holderIdentity);
    expect(after?.leaseTransitions).toBe(1);
    const namespaces = other.client.resource<JsonObject>({ group: '', version: 'v1', resource: 'namespaces' });
    await namespaces.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'later' } });
    const accounts = other.client.resource<JsonObject>(
      { group: '', version: 'v1', resource: 'serviceaccounts' },
      'later',
    );
    for await (const { type } of accounts.watch({ resourceVersion: '0' })) if (type === 'ADDED') break;
  });

  it('let a watch go on at the other when one is killed, without a gap', async () => {
    const [one, other] = await startTwo('/watches');
    const watched = one.client.resource<ConfigMap>(configMapResource, 'default');
    const written = other.client.resource<ConfigMap>(configMapResource, 'default');
    const { metadata } = await watched.list();
    const names = Array.from({ length: 30 }, (_, index) => `object-${index}`);
    const seen: string[] = [];
    let revision = metadata.resourceVersion!;
    const follow = async (events: AsyncIterable<{ type: string; object: object }>, count: number) => {
      for await (const { type, object } of events) {
        const { name, resourceVersion } = (object as ConfigMap).metadata;
        revision = resourceVersion!;
        if (type === 'ADDED' && name.startsWith('object-')) seen.push(name);
        if (seen.length === count) return;
      }
    };
    const first = follow(watched.watch({ resourceVersion: revision }), 10);
    for (const name of names.slice(0, 20)) await written.create(configMap(name));
    await first;
    await one.program.end('SIGKILL');
    const second = follow(written.watch({ resourceVersion: revision }), names.length);
    for (const name of names.slice(20)) await written.create(configMap(name));
    await second;
    expect(seen).toEqual(names);
  });

  it('serve what a definition through one of them defines, and do not fight over its status', async () => {
    const [one, other] = await startTwo('/definitions');
    await one.client.resource(definitionResource).create(widgets);
    const widget = { apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'a' } };
    for (const { url } of [one, other]) await served(`${url}/apis/example.com/v1/widgets`);
    await other.client.resource(widgetResource, 'default').create(widget);
    expect(await one.client.resource(widgetResource, 'default').get('a')).toMatchObject(widget);
    await one.client.resource(definitionResource).delete('widgets.example.com');
    for (const { url } of [one, other]) await served(`${url}/apis/example.com/v1/widgets`, 404);
  });

  it('are idle without requests', async () => {
    const servers = await startTwo('/quiet');
    const storage = await EtcdStorage.open({ endpoints: [etcd.endpoint], prefix: '/quiet' });
    onTestFinished(() => storage.close());
    // Except the leases, which are renewed every ten seconds.
    const revision = async () => {
      const entries = (await storage.range('/')).entries.filter(({ key }) => !key.includes('leases/'));
      return Math.max(...entries.map(({ modRevision }) => Number(modRevision)));
    };
    let before = await revision();
    for (let settled = await revision(), tries = 0; tries < 100; tries++) {
      await several(servers, 10);
      before = settled;
      settled = await revision();
      if (settled === before) break;
    }
    await several(servers, 150);
    expect(await revision()).toBe(before);
  });

  it('take over what kube-apiserver has stored as protobuf, and the addresses and ports that it has given out', async () => {
    const storage = await EtcdStorage.open({ endpoints: [etcd.endpoint], prefix: '/taken' });
    onTestFinished(() => storage.close());
    for (const [key, object] of Object.entries(stored)) {
      await storage.commit([{ type: 'put', key, value: protobuf.encode(object) }]);
    }
    await storage.commit([{ type: 'put', key: '/secrets/default/bad', value: Buffer.from('k8s\0rubbish') }]);
    for (const [key, object] of Object.entries(storedAsJson)) {
      await storage.commit([{ type: 'put', key, value: encodeJson(object) }]);
    }
    const { url, client } = await start(serverDirectory(), '/taken');
    const services = client.resource<JsonObject>({ group: '', version: 'v1', resource: 'services' }, 'default');
    const { spec } = await services.get('web');
    expect(spec).toEqual({ ...stored['/services/specs/default/web'].spec, ...serviceDefaults });
    for (const taken of [{ clusterIP: '10.0.0.7' }, { type: 'NodePort', ports: [{ port: 1, nodePort: 30_001 }] }]) {
      const service = {
        apiVersion: 'v1',
        kind: 'Service',
        metadata: { name: 'x' },
        spec: { ports: [{ port: 1 }], ...taken },
      };
      await expect(services.create(service)).rejects.toThrow('is already allocated');
    }
    const maps = client.resource<ConfigMap>(configMapResource, 'default');
    await maps.update({ ...(await maps.get('map')), data: { k: 'w' } });
    expect((await maps.list()).items.map(({ data }) => data)).toEqual([{ k: 'w' }]);
    const { entry } = await storage.get('/configmaps/default/map');
    expect(protobuf.decode(entry!.value)).toMatchObject({ kind: 'ConfigMap', data: { k: 'w' } });
    await served(`${url}/apis/example.com/v1/widgets`);
    expect(await client.resource<JsonObject>(widgetResource, 'default').get('a')).toMatchObject({ spec: { size: 1 } });
    expect(await client.resource<JsonObject>(definitionResource).get('widgets.example.com')).toMatchObject({
      apiVersion: 'apiextensions.k8s.io/v1',
      spec: { versions: widgets.spec.versions },
    });
    for (const path of ['secrets', 'secrets/bad']) {
      const response = await call(`${url}/api/v1/namespaces/default/${path}`, { token: 'admin-token' });
      expect(response).toMatchObject({ status: 500, body: expect.stringContaining('unexpected EOF') });
    }
  });

  /** Takes some time without changing anything. */
  async function several(servers: readonly Server[], times: number): Promise<void> {
    for (let time = 0; time < times; time++) for (const { url } of servers) await call(`${url}/readyz`);
  }

  async function served(url: string, status = 200): Promise<void> {
    while ((await call(url, { token: 'admin-token' })).status !== status) await new Promise(setImmediate);
  }
});
