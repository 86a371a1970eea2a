import { afterEach, beforeEach, expect, test } from 'vitest';
import { applyPatchType } from '../../apimachinery/patch/index.js';
import { methodNotSupported } from '../../apimachinery/status/index.js';
import { pathRouting, TypedDecoding } from '../handlers/index.js';
import { defineGroup, defineResource } from '../registry/index.js';
import { SampleServer } from '../sample-server.test.support.js';
import { kindsOfGroup } from './index.js';

const kinds = kindsOfGroup('toys', { group: 'toys.example.com', versions: ['v1'], kinds: ['Toy', 'Other'] });
const toys = defineGroup({
  name: 'toys.example.com',
  resources: [
    defineResource({
      kind: 'Toy',
      plural: 'toys',
      scope: 'Namespaced',
      versions: { v1: {} },
      dialect: {
        kinds,
        decoding: new TypedDecoding({ kinds }),
        patchTypes: [applyPatchType],
        routing: { ...pathRouting, moreMethods: ['HEAD'], notAllowed: methodNotSupported },
      },
    }),
    defineResource({ kind: 'Plain', plural: 'plains', scope: 'Namespaced', versions: { v1: {} } }),
  ],
});

let server: SampleServer;
beforeEach(async () => {
  server = await SampleServer.start();
  server.server.install(toys);
});
afterEach(() => server.close());

const path = '/apis/toys.example.com/v1/namespaces/a';

test('a resource behaves as the dialect of its definition says', async () => {
  const sent = { apiVersion: 'toys.example.com/v1', kind: 'Other', metadata: { name: 'x' } };
  const other = await server.call('POST', `${path}/toys`, { body: sent });
  expect(other.json.message).toContain('converting (v1.Other) to (toys.Toy): unknown conversion');
  expect((await server.call('POST', `${path}/toys`, { body: { metadata: { name: 'x' } } })).status).toBe(201);
  expect((await server.call('HEAD', `${path}/toys/x`)).status).toBe(200);
  const patched = await server.call('PATCH', `${path}/toys/x`, {
    body: {},
    headers: { 'content-type': 'application/merge-patch+json' },
  });
  expect([patched.status, patched.json.message]).toEqual([
    415,
    expect.stringMatching(/: application\/apply-patch\+yaml$/),
  ]);
  const put = await server.call('PUT', `${path}/toys`, { body: {} });
  expect(put.json.message).toBe('update is not supported on resources of kind "toys.toys.example.com"');
});

test('a resource without a dialect is that of a server that knows no other kinds', async () => {
  const sent = { apiVersion: 'toys.example.com/v1', kind: 'Other', metadata: { name: 'x' } };
  const other = await server.call('POST', `${path}/plains`, { body: sent });
  expect(other.json.message).toBe(
    'Other in version "v1" cannot be handled as a Plain: no kind "Other" is registered for version "toys.example.com/v1"',
  );
  expect((await server.call('HEAD', `${path}/plains/x`)).status).toBe(405);
});
