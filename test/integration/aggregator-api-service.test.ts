import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { apiRegistration, withAvailability } from '../../src/aggregator/api-service/index.js';
import { systemClock } from '../../src/apimachinery/clock/index.js';
import type { JsonObject } from '../../src/apimachinery/meta/index.js';
import { inject } from '../../src/server/http/index.js';
import { ApiServer } from '../../src/server/index.js';
import { EmbeddedStorage } from '../../src/storage/embedded/index.js';
import { apiServiceType } from './aggregator-chain.test.support.js';

const now = Date.parse('2026-11-15T12:00:00Z');
let server: ApiServer;

beforeAll(async () => {
  server = new ApiServer({ storage: await EmbeddedStorage.open(), clock: { ...systemClock, now: () => now } });
  server.install(apiRegistration(apiServiceType, () => now));
  server.prepare();
});
afterAll(() => server.close());

const path = '/apis/apiregistration.k8s.io/v1/apiservices';

async function call(method: string, target: string, body?: unknown, headers: Record<string, string> = {}) {
  const sent = body === undefined ? {} : { body: Buffer.from(JSON.stringify(body)) };
  const response = await inject(server.handle, {
    method,
    target,
    headers: { 'content-type': 'application/json', ...headers },
    ...sent,
  });
  return { status: response.status, json: JSON.parse((await response.body()).toString()) };
}

function apiService(spec: JsonObject = {}, name = 'v1.a.example.com'): JsonObject {
  const service = { namespace: 'default', name: 'x' };
  const base = { group: 'a.example.com', version: 'v1', groupPriorityMinimum: 1000, versionPriority: 10, service };
  return { metadata: { name }, spec: { ...base, ...spec } };
}

describe('an APIService is invalid', () => {
  const text = (json: JsonObject) => String(json['message']).split(' is invalid: ')[1];

  it.each<[string, JsonObject, string]>([
    [
      'with another name than <version>.<group>',
      apiService({}, 'nonsense'),
      'metadata.name: Invalid value: "nonsense": must be `spec.version+"."+spec.group`: "v1.a.example.com"',
    ],
    [
      'with a generated name that cannot become that',
      { ...apiService({}), metadata: { name: 'v1.a.example.com', generateName: 'v1.' } },
      'metadata.generateName: Invalid value: "v1.": must be `spec.version+"."+spec.group`: "v1.a.example.com"',
    ],
    [
      'without a group that is not v1',
      apiService({ group: '', version: 'v2' }, 'v2.'),
      'spec.group: Required value: only v1 may have an empty group and it better be legacy kube',
    ],
    [
      'with priorities that are too high',
      apiService({ groupPriorityMinimum: 20_001, versionPriority: 1001 }),
      '[spec.groupPriorityMinimum: Invalid value: 20001: must be positive and less than 20000, ' +
        'spec.versionPriority: Invalid value: 1001: must be positive and less than 1000]',
    ],
    [
      'without priorities',
      apiService({ groupPriorityMinimum: null, versionPriority: null }),
      '[spec.groupPriorityMinimum: Invalid value: 0: must be positive and less than 20000, ' +
        'spec.versionPriority: Invalid value: 0: must be positive and less than 1000]',
    ],
    [
      'with both caBundle and insecureSkipTLSVerify',
      apiService({ caBundle: 'eA==', insecureSkipTLSVerify: true }),
      'spec.insecureSkipTLSVerify: Invalid value: true: may not be true if caBundle is present',
    ],
    [
      'with a service without name, namespace and valid port',
      apiService({ service: { port: 70_000 } }),
      '[spec.service.namespace: Required value, spec.service.name: Required value, ' +
        'spec.service.port: Invalid value: 70000: port is not valid: must be between 1 and 65535, inclusive]',
    ],
    [
      'that is local and has what only others need',
      apiService({ service: null, caBundle: 'eHl6', insecureSkipTLSVerify: true }),
      '[spec.caBundle: Invalid value: "3 bytes": local APIServices may not have a caBundle, ' +
        'spec.insecureSkipTLSVerify: Invalid value: true: local APIServices may not have insecureSkipTLSVerify]',
    ],
  ])('%s', async (_title, object, message) => {
    const { status, json } = await call('POST', path, object);
    expect([status, text(json)]).toEqual([422, message]);
  });
});

test.each([
  [{ spec: { versionPriority: 'x' } }, 'string into Go struct field APIServiceSpec.spec.versionPriority of type int32'],
  [
    { spec: { versionPriority: 1.5 } },
    'number 1.5 into Go struct field APIServiceSpec.spec.versionPriority of type int32',
  ],
  [{ spec: { group: 5 } }, 'number into Go struct field APIServiceSpec.spec.group of type string'],
  [{ spec: [] }, 'array into Go struct field APIService.spec of type v1.APIServiceSpec'],
  [{ spec: { caBundle: 'a*==' } }, 'illegal base64 data at input byte 1'],
])('%j cannot be read', async (body, problem) => {
  const { status, json } = await call('POST', path, body);
  expect(status).toBe(400);
  expect(json.message).toContain(problem);
});

describe('an APIService', () => {
  it('gets port 443 and no conditions, and keeps its status from the main endpoint', async () => {
    const created = await call('POST', path, {
      ...apiService(),
      status: { conditions: [{ type: 'A', status: 'True' }] },
    });
    expect(created.status).toBe(201);
    expect(created.json.spec.service).toEqual({ namespace: 'default', name: 'x', port: 443 });
    expect(created.json.status).toEqual({});
    expect(created.json.metadata.generation).toBeUndefined();
    const own = `${path}/v1.a.example.com`;
    const conditions = withAvailability([], { status: 'False', reason: 'R', message: 'm' }, now);
    const withStatus = { ...created.json, spec: { ...created.json.spec, versionPriority: 99 }, status: { conditions } };
    withStatus.metadata = { ...withStatus.metadata, labels: { a: 'b' } };
    const changed = await call('PUT', `${own}/status`, withStatus);
    expect([changed.status, changed.json.spec.versionPriority, changed.json.metadata.labels]).toEqual([
      200,
      10,
      undefined,
    ]);
    expect(changed.json.status.conditions).toEqual([
      { type: 'Available', status: 'False', lastTransitionTime: '2026-11-15T12:00:00Z', reason: 'R', message: 'm' },
    ]);
    const replaced = await call('PUT', own, { ...changed.json, status: {} });
    expect(replaced.json.status).toEqual(changed.json.status);
    const { resourceVersion: _version, ...metadata } = replaced.json.metadata;
    expect((await call('PUT', own, { ...replaced.json, metadata })).status).toBe(422);
    const wrong = { ...replaced.json, status: { conditions: [{ type: 'Available', status: 'Maybe' }] } };
    expect((await call('PUT', `${own}/status`, wrong)).json.message).toContain(
      'status.conditions[0].status: Unsupported value: "Maybe": supported values: "True", "False", "Unknown"',
    );
    const table = await call('GET', path, undefined, { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' });
    expect(table.json.columnDefinitions.map(({ name }: { name: string }) => name)).toEqual([
      'Name',
      'Service',
      'Available',
      'Age',
    ]);
    expect(table.json.rows[0].cells).toEqual(['v1.a.example.com', 'default/x', 'False (R)', '0s']);
    await call('DELETE', own);
  });

  it('is available from the beginning where it is local', async () => {
    const { json } = await call('POST', path, apiService({ service: null }));
    expect(json.status.conditions).toMatchObject([{ type: 'Available', status: 'True', reason: 'Local' }]);
    await call('DELETE', `${path}/v1.a.example.com`);
  });

  it('is patched by the type of its conditions', async () => {
    await call('POST', path, apiService({ service: null }));
    const patch = { status: { conditions: [{ type: 'Other', status: 'True' }] } };
    const headers = { 'content-type': 'application/strategic-merge-patch+json' };
    const { json } = await call('PATCH', `${path}/v1.a.example.com/status`, patch, headers);
    expect(json.status.conditions).toHaveLength(2);
    await call('DELETE', `${path}/v1.a.example.com`);
  });
});
