import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../apimachinery/meta/index.js';
import { unauthorized } from '../../apimachinery/status/index.js';
import { alwaysUser } from '../authentication/index.js';
import { ClientGoneError } from '../http/index.js';
import { MetricsRegistry } from '../metrics/index.js';
import { requestInfoOf } from '../routing/index.js';
import { SampleServer } from '../sample-server.test.support.js';
import { type AuditBackend, Auditor, type AuditRecord, decodeAuditPolicy } from './index.js';
import { policyEvaluator } from './policy.js';

const policyOf = (rules: string) => decodeAuditPolicy(`apiVersion: audit.k8s.io/v1\nkind: Policy\n${rules}`);

describe('a policy', () => {
  const evaluate = policyEvaluator(
    policyOf(`
omitStages: [RequestReceived]
rules:
- level: None
  users: [robot]
- level: Metadata
  userGroups: [admins]
  verbs: [delete]
  omitStages: [Panic]
- level: Request
  resources:
  - group: ""
    resources: [secrets, "pods/*", "*/scale"]
  - group: apps
    resources: [deployments]
    resourceNames: [web]
- level: RequestResponse
  namespaces: [kube-system, ""]
  omitManagedFields: true
- level: Metadata
  nonResourceURLs: ["/healthz*"]
`),
  );
  const get = (path: string, user = 'jane', groups: string[] = [], method = 'GET') =>
    evaluate({ name: user, groups }, requestInfoOf(method, path, { query: new URLSearchParams() })).level;

  test.each([
    ['the first rule that matches counts', get('/api/v1/namespaces/a/secrets/x', 'robot'), 'None'],
    ['groups and verbs', get('/api/v1/namespaces/a/pods/x', 'jane', ['admins'], 'DELETE'), 'Metadata'],
    ['a resource', get('/api/v1/namespaces/a/secrets/x'), 'Request'],
    ['a resource with its subresources', get('/api/v1/namespaces/a/pods/x/log'), 'Request'],
    ['a subresource of any resource', get('/api/v1/namespaces/a/replicationcontrollers/x/scale'), 'Request'],
    ['an object by its name', get('/apis/apps/v1/namespaces/a/deployments/web'), 'Request'],
    ['another object', get('/apis/apps/v1/namespaces/a/deployments/other'), 'None'],
    ['a namespace', get('/api/v1/namespaces/kube-system/configmaps'), 'RequestResponse'],
    ['what is in no namespace', get('/api/v1/nodes'), 'RequestResponse'],
    ['a path', get('/healthz/etcd'), 'Metadata'],
    ['nothing', get('/version'), 'None'],
  ])('%s', (_title, level, expected) => expect(level).toBe(expected));

  test('says which stages are left out', () => {
    const info = requestInfoOf('DELETE', '/api/v1/nodes/n', { query: new URLSearchParams() });
    expect(evaluate({ name: 'jane', groups: ['admins'] }, info)).toEqual({
      level: 'Metadata',
      omitStages: ['RequestReceived', 'Panic'],
      omitManagedFields: false,
    });
  });

  test.each([
    ['rules: []', 'loaded illegal policy with 0 rules'],
    ['rules: [{}]', 'rules[0].level: Required value'],
    [
      'rules: [{level: All}]',
      'rules[0].level: Unsupported value: "All": supported values: "None", "Metadata", "Request", "RequestResponse"',
    ],
    [
      'rules: [{level: None, omitStages: [Never]}]',
      'rules[0].omitStages[0]: Invalid value: "Never": allowed stages are RequestReceived,ResponseStarted,ResponseComplete,Panic',
    ],
    [
      'rules: [{level: None, nonResourceURLs: [x]}]',
      'rules[0].nonResourceURLs[0]: Invalid value: "x": non-resource URL rules must begin with a \'/\' character',
    ],
    [
      'rules: [{level: None, resources: [{group: apps, resourceNames: [x]}]}]',
      'rules[0].resources.resourceNames: Invalid value: ["x"]: using resourceNames requires at least one resource',
    ],
    ['rules: 5', 'failed decoding: rules is not of its type'],
  ])('%s is refused', (text, problem) => expect(() => policyOf(text)).toThrow(problem));

  test('of another kind is refused', () => {
    expect(() => decodeAuditPolicy('kind: Policy\napiVersion: v1\nrules: [{level: None}]')).toThrow(
      'unknown group version field v1, Kind=Policy in policy',
    );
  });
});

class Collector implements AuditBackend {
  readonly events: JsonObject[] = [];
  readonly texts: string[] = [];

  process(records: readonly AuditRecord[]): boolean {
    this.events.push(...records.map(({ json }) => JSON.parse(json)));
    this.texts.push(...records.map(({ text }) => text));
    return true;
  }

  async close(): Promise<void> {}

  get stages() {
    return this.events.map(({ stage }) => stage);
  }
}

describe('what is written down', () => {
  const target = '/apis/wardle.example.com/v1/namespaces/a/flunders';
  const flunder = { apiVersion: 'wardle.example.com/v1', kind: 'Flunder', metadata: { name: 'x' } };

  async function started(rules: string, options: Parameters<typeof SampleServer.start>[0] = {}) {
    const backend = new Collector();
    const metrics = new MetricsRegistry();
    const audit = new Auditor({ policy: policyOf(rules), backends: [backend], metrics, now: () => 0 });
    const jane = alwaysUser({ name: 'jane', groups: ['devs'], uid: 'u1' });
    const server = await SampleServer.start({ authenticator: jane, audit, ...options });
    return { server, backend, metrics };
  }

  test('of a request at level Metadata', async () => {
    const { server, backend, metrics } = await started('rules: [{level: Metadata}]');
    const headers = { 'audit-id': 'id-1', 'user-agent': 'me', 'x-forwarded-for': '10.0.0.1, nonsense' };
    await server.call('POST', target, { body: flunder, headers });
    expect(backend.stages).toEqual(['RequestReceived', 'ResponseComplete']);
    expect(backend.events[1]).toEqual({
      kind: 'Event',
      apiVersion: 'audit.k8s.io/v1',
      level: 'Metadata',
      auditID: 'id-1',
      stage: 'ResponseComplete',
      requestURI: target,
      verb: 'create',
      user: { username: 'jane', uid: 'u1', groups: ['devs'] },
      sourceIPs: ['10.0.0.1', '127.0.0.1'],
      userAgent: 'me',
      objectRef: {
        resource: 'flunders',
        namespace: 'a',
        name: 'x',
        apiGroup: 'wardle.example.com',
        apiVersion: 'v1',
      },
      responseStatus: { metadata: {}, code: 201 },
      requestReceivedTimestamp: '1970-01-01T00:00:00.000000Z',
      stageTimestamp: '1970-01-01T00:00:00.000000Z',
      annotations: { 'authorization.k8s.io/decision': 'allow', 'authorization.k8s.io/reason': '' },
    });
    expect(backend.texts[1]).toBe(
      `1970-01-01T00:00:00.000000Z AUDIT: id="id-1" stage="ResponseComplete" ip="10.0.0.1" method="create" user="jane" groups="\\"devs\\"" as="<self>" asgroups="<lookup>" user-agent="me" namespace="a" uri="${target}" response="201"`,
    );
    expect(metrics.expose()).toContain('apiserver_audit_event_total 2\n');
    expect(metrics.expose()).toContain('apiserver_audit_level_total{level="Metadata"} 1\n');
    await server.close();
  });

  test('of objects at level RequestResponse, lists and failures included', async () => {
    const { server, backend } = await started(
      'omitManagedFields: true\nomitStages: [RequestReceived]\nrules: [{level: RequestResponse}]',
    );
    await server.call('POST', target, { body: flunder });
    await server.call('GET', target);
    await server.call('PATCH', `${target}/x`, {
      headers: { 'content-type': 'application/merge-patch+json' },
      body: { spec: { size: 2 } },
    });
    await server.call('GET', `${target}/none`);
    await server.call('DELETE', `${target}/x`);
    const [created, listed, patched, missing, deleted] = backend.events as [
      JsonObject,
      JsonObject,
      JsonObject,
      JsonObject,
      JsonObject,
    ];
    expect(created['requestObject']).toMatchObject({ kind: 'Flunder', metadata: { name: 'x' } });
    expect(created['responseObject']).toMatchObject({ kind: 'Flunder', metadata: { uid: expect.any(String) } });
    expect(JSON.stringify(backend.events)).not.toContain('managedFields');
    expect(listed['responseObject']).toMatchObject({ kind: 'FlunderList', items: [{ metadata: { name: 'x' } }] });
    expect(patched['requestObject']).toEqual({ spec: { size: 2 } });
    expect(missing['responseStatus']).toMatchObject({ status: 'Failure', reason: 'NotFound', code: 404 });
    expect(missing['responseObject']).toMatchObject({ kind: 'Status', code: 404 });
    expect(deleted['responseStatus']).toMatchObject({ status: 'Success', code: 200 });
    await server.close();
  });

  test('of objects in another encoding, as JSON', async () => {
    const { server, backend } = await started('omitStages: [RequestReceived]\nrules: [{level: RequestResponse}]');
    await server.call('POST', target, { body: flunder, headers: { accept: 'application/yaml' } });
    expect(backend.events[0]?.['responseObject']).toMatchObject({ kind: 'Flunder', metadata: { name: 'x' } });
    await server.close();
  });

  test('of a document that is no object: not what it says', async () => {
    const { server, backend } = await started('rules: [{level: RequestResponse}]');
    await server.call('GET', '/');
    expect(backend.events.at(-1)).toMatchObject({ requestURI: '/', responseStatus: { code: 200 } });
    expect(backend.events.at(-1)).not.toHaveProperty('responseObject');
    await server.close();
  });

  test('of a watch: its beginning and its end', async () => {
    const { server, backend } = await started('rules: [{level: RequestResponse, verbs: [watch]}]');
    await server.call('GET', `${target}?watch=true&timeoutSeconds=1`);
    expect(backend.stages).toEqual(['RequestReceived', 'ResponseStarted', 'ResponseComplete']);
    await server.call('GET', `${target}?watch=true&labelSelector=(`);
    expect(backend.stages.slice(3)).toEqual(['RequestReceived', 'ResponseStarted', 'ResponseComplete']);
    await server.close();
  });

  test('of a mistake of the server', async () => {
    const { server, backend } = await started('rules: [{level: Metadata}]', {
      onError: () => undefined,
      admission: {
        mutate: async () => {
          throw new TypeError('a mistake');
        },
        validate: async () => undefined,
      },
    });
    await server.call('POST', target, { body: flunder });
    expect(backend.stages).toEqual(['RequestReceived', 'Panic']);
    expect(backend.events[1]?.['responseStatus']).toMatchObject({ message: "APIServer panic'd: a mistake", code: 500 });
    await server.close();
  });

  test('of a client that disconnects before the response', async () => {
    const { server, backend } = await started('rules: [{level: Metadata}]', {
      admission: {
        mutate: async () => {
          throw new ClientGoneError();
        },
        validate: async () => undefined,
      },
    });
    await server.call('POST', target, { body: flunder });
    expect(backend.stages).toEqual(['RequestReceived', 'ResponseComplete']);
    expect(backend.events[1]?.['responseStatus']).toMatchObject({ message: 'Connection closed early', code: 200 });
    await server.close();
  });

  test('of a request that wants a time that is none', async () => {
    const { server, backend } = await started('rules: [{level: Metadata}]');
    await server.call('GET', `${target}?timeout=5`);
    expect(backend.events).toMatchObject([{ stage: 'ResponseStarted', user: {}, responseStatus: { code: 400 } }]);
    await server.close();
  });

  test('of impersonation, and of rejected requests', async () => {
    const { server, backend } = await started('rules: [{level: Metadata}]', {
      authenticator: {
        authenticate: async (request) => {
          if (request.header('authorization')) throw unauthorized('Unauthorized');
          return { name: 'root', groups: [] };
        },
      },
    });
    await server.call('GET', target, { headers: { 'impersonate-user': 'jane' } });
    expect(backend.events.at(-1)).toMatchObject({
      user: { username: 'root' },
      impersonatedUser: { username: 'jane', groups: ['system:authenticated'] },
      authenticationMetadata: { impersonationConstraint: 'impersonate:user-info' },
    });
    await server.call('GET', target, { headers: { authorization: 'Bearer nonsense' } });
    expect(backend.events.at(-1)).toMatchObject({
      stage: 'ResponseStarted',
      user: {},
      responseStatus: { status: 'Failure', message: 'Unauthorized', reason: 'Unauthorized', code: 401 },
    });
    await server.close();
  });
});
