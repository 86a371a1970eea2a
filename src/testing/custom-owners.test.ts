import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JsonObject } from '../apimachinery/meta/index.js';
import { isNotFound } from '../apimachinery/status/index.js';
import { TestServer } from './index.js';

const resource = { group: 'example.com', version: 'v1', resource: 'apples' };
const definition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'apples.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'apples', kind: 'Apple' },
    versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
  },
};

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start({ controllers: ['garbage-collector-controller'] });
});
afterAll(() => server.close());

/** Deletes an apple that owns another one; resolves when that is gone, too. */
async function deleteOwner(): Promise<void> {
  const apples = server.client.resource<JsonObject>(resource, 'default');
  const apple = { apiVersion: 'example.com/v1', kind: 'Apple' };
  const owner = await apples.create({ ...apple, metadata: { name: 'owner' } });
  const { uid } = owner['metadata'] as { uid: string };
  await apples.create({ ...apple, metadata: { name: 'owned', ownerReferences: [{ ...apple, name: 'owner', uid }] } });
  await apples.delete('owner');
  const isGone = () => apples.get('owned').then(() => false, isNotFound);
  await expect.poll(isGone, { timeout: 10_000 }).toBe(true);
}

test('custom resources whose owner is deleted are collected, also after their definition was created again', async () => {
  const definitions = server.client.resource<JsonObject>({
    ...{ group: 'apiextensions.k8s.io', version: 'v1', resource: 'customresourcedefinitions' },
  });
  for (const _ of ['first', 'again']) {
    await definitions.create(definition);
    await deleteOwner();
    await definitions.delete('apples.example.com');
    await expect.poll(() => definitions.get('apples.example.com').then(() => false, isNotFound)).toBe(true);
  }
});
