import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JsonObject } from '../../apimachinery/meta/index.js';
import { TestKube } from '../kube-server.test.support.js';
import { causesOf } from './refusals.test.support.js';

/** Kinds without a stable version. */
let kube: TestKube;
beforeAll(async () => {
  kube = await TestKube.start({ isServed: () => true });
});
afterAll(() => kube.close());

const candidates = '/apis/coordination.k8s.io/v1beta1/namespaces/a/leasecandidates';
const storageVersions = '/apis/internal.apiserver.k8s.io/v1alpha1/storageversions';
const taintRules = '/apis/resource.k8s.io/v1alpha3/devicetaintrules';
const poolRequests = '/apis/resource.k8s.io/v1alpha3/resourcepoolstatusrequests';
const merge = 'application/merge-patch+json';

const candidate = {
  leaseName: 'l',
  binaryVersion: '1.36.0',
  emulationVersion: '1.35.0',
  strategy: 'OldestEmulationVersion',
};
const taint = { key: 'example.com/k', effect: 'NoSchedule' };
const server = { apiServerID: 's', encodingVersion: 'apps/v1', decodableVersions: ['apps/v1'] };
const pool = { driver: 'd', poolName: 'p', generation: 1 };

test('they are served on request only', async () => {
  const usual = await TestKube.start();
  expect((await usual.call('GET', candidates)).status).toBe(404);
  expect((await usual.call('GET', storageVersions)).status).toBe(404);
  await usual.close();
});

test.each<[path: string, name: string, spec: JsonObject, cells: unknown[]]>([
  [candidates, 'c', candidate, ['c', 'l', '1.36.0', '1.35.0', '0s']],
  [storageVersions, 'apps.things', {}, ['apps.things', '<unset>', '<unset>', '0s']],
  [taintRules, 't', { taint }, ['t', 'example.com/k', '', 'NoSchedule', '0s', '0s']],
  [poolRequests, 'p', { driver: 'd' }, ['p', 'd', '-', '-', '-', '-', '-', 0, 'Pending', '<none>']],
])('%s are made, and shown as tables', async (path, name, spec, cells) => {
  expect((await kube.call('POST', path, { metadata: { name }, spec })).status).toBe(201);
  expect(await kube.cells(`${path}/${name}`)).toEqual([cells]);
});

test.each<[path: string, what: string, spec: JsonObject, causes: string[]]>([
  [
    candidates,
    'nothing',
    {},
    ['spec.leaseName: Required value', 'spec.binaryVersion: Required value', 'spec.strategy: Required value'],
  ],
  [
    candidates,
    'one that pretends to be newer',
    { ...candidate, emulationVersion: '1.37.0' },
    ['spec.binaryVersion: Invalid value: "1.36.0": must be greater than or equal to `emulationVersion`'],
  ],
  [
    candidates,
    'another strategy',
    { ...candidate, strategy: 'Fastest' },
    ['spec.strategy.strategy: Unsupported value: "Fastest": supported values: "OldestEmulationVersion"'],
  ],
  [
    candidates,
    'one that does not say what it pretends to be',
    { ...candidate, emulationVersion: '' },
    ["spec.emulationVersion: Required value: must be specified when `strategy` is 'OldestEmulationVersion'"],
  ],
  [
    taintRules,
    'no effect',
    { deviceSelector: { driver: '', pool: '' }, taint: { key: 'k' } },
    [
      'spec.deviceSelector.driver: Required value',
      'spec.deviceSelector.pool: Required value',
      'spec.taint.effect: Required value',
    ],
  ],
  [
    poolRequests,
    'too many pools without a driver',
    { driver: '', poolName: '', limit: 1001 },
    [
      'spec.driver: Required value',
      'spec.poolName: Invalid value: "": segment 0: must not be empty',
      'spec.limit: Invalid value: 1001: must be less than or equal to 1000',
    ],
  ],
])('%s refuse %s', async (path, _what, spec, causes) => {
  expect(causesOf(await kube.call('POST', path, { metadata: { name: 'wrong' }, spec }))).toEqual(causes);
});

test('a storage version is called by a group and a resource', async () => {
  const answer = await kube.call('POST', storageVersions, { metadata: { name: 'things' }, spec: {} });
  expect(causesOf(answer)).toEqual([
    'metadata.name: Invalid value: "things": name must be in the form of <group>.<resource>',
  ]);
});

test.each<[what: string, status: JsonObject, causes: string[]]>([
  [
    'a version that servers do not agree on',
    { storageVersions: [server], commonEncodingVersion: 'v1' },
    ['status.commonEncodingVersion: Invalid value: "v1": the actual common encoding version is apps/v1'],
  ],
  [
    'a server twice, with versions that it cannot read',
    { storageVersions: [server, { ...server, encodingVersion: 'v1', servedVersions: ['v2'] }] },
    [
      'status.storageVersions[1].apiServerID: Duplicate value: "s"',
      'status.storageVersions[1].decodableVersions: Invalid value: ["apps/v1"]: decodableVersions must include encodingVersion v1',
      'status.storageVersions[1].servedVersions[0]: Invalid value: "v2": individual served version : v2 must be included in decodableVersions : [apps/v1]',
    ],
  ],
  [
    'a condition without a reason',
    { conditions: [{ type: 'A', status: 'True' }] },
    ['status[0].reason: Required value', 'status[0].message: Required value'],
  ],
])('a storage version refuses %s', async (_what, status, causes) => {
  await kube.call('POST', storageVersions, { metadata: { name: 'batch.jobs' }, spec: {} });
  expect(causesOf(await kube.call('PATCH', `${storageVersions}/batch.jobs/status`, { status }, merge))).toEqual(causes);
});

test('the time of a taint says since when it has its effect', async () => {
  const timeAdded = '2020-01-01T00:00:00Z';
  await kube.call('POST', taintRules, { metadata: { name: 'since' }, spec: { taint: { ...taint, timeAdded } } });
  const change = { spec: { taint: { effect: 'None' } } };
  const { json } = await kube.call('PATCH', `${taintRules}/since`, change, merge);
  expect(json['metadata']).toMatchObject({ generation: 2 });
  expect(json['spec']).not.toMatchObject({ taint: { timeAdded } });
});

test('a request for the status of pools is answered once', async () => {
  await kube.call('POST', poolRequests, { metadata: { name: 'once' }, spec: { driver: 'd' } });
  const path = `${poolRequests}/once/status`;
  const answer = (status: JsonObject) => kube.call('PATCH', path, { status }, merge);
  expect(causesOf(await answer({ pools: [{ ...pool, totalDevices: -1, generation: 0 }] }))).toEqual([
    'status.poolCount: Required value',
    'status.pools[0].generation: Required value',
    'status.pools[0].totalDevices: Invalid value: -1: must be greater than or equal to 0',
  ]);
  const lastTransitionTime = new Date().toISOString();
  const conditions = [{ type: 'Complete', status: 'True', reason: 'R', message: '', lastTransitionTime }];
  expect((await answer({ poolCount: 2, pools: [{ ...pool, totalDevices: 4 }], conditions })).status).toBe(200);
  const row = ['once', 'd', '4', '0', '0', '0', '0', 2, 'Complete (1/2 pools)', expect.any(String)];
  expect(await kube.cells(`${poolRequests}/once`)).toEqual([row]);
  expect(causesOf(await answer({ poolCount: 3 }))).toEqual([expect.stringMatching(/^status: .*: field is immutable$/)]);
  const spec = await kube.call('PATCH', `${poolRequests}/once`, { spec: { driver: 'e' } }, merge);
  expect(causesOf(spec)).toEqual(['spec: Invalid value: null: field is immutable']);
});
