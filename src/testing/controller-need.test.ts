import { expect, test } from 'vitest';
import { EmbeddedStorage } from '../storage/embedded/index.js';
import { ControllerNeed, changesThatMatter } from './controller-need.js';

const put = (storage: EmbeddedStorage, metadata: object) =>
  storage.commit([{ type: 'put', key: '/configmaps/a/b', value: Buffer.from(JSON.stringify({ metadata })) }]);

test.each<[what: string, metadata: object, isNeeded: boolean]>([
  ['an owner', { ownerReferences: [{ uid: 'x' }] }, true],
  ['a deletion that waits for dependents', { finalizers: ['foregroundDeletion'] }, true],
  ['a deletion that orphans dependents', { finalizers: ['orphan'] }, true],
  ['another finalizer', { finalizers: ['example.com/a'] }, false],
  ['a manager of owners, but none', { managedFields: [{ fieldsV1: { 'f:ownerReferences': {} } }] }, false],
])('an object with %s', async (_what, metadata, isNeeded) => {
  const storage = await EmbeddedStorage.open();
  const need = new ControllerNeed(changesThatMatter.get('garbage-collector-controller')!);
  const watching = need.watch(storage, await storage.currentRevision());
  await put(storage, metadata);
  const { revision } = storage.image();
  if (isNeeded) await need.needed;
  else await expect.poll(() => need.isNeededAt(revision), { interval: 1 }).toBe(false);
  expect(need.isNeededAt(revision)).toBe(isNeeded);
  // Nothing is known about what comes later.
  expect(need.isNeededAt(revision + 1n)).toBe(true);
  await storage.close();
  await watching.catch(() => undefined);
});

test.each<[what: string, key: string, isNeeded: boolean]>([
  ['a cluster role', '/clusterroles/a', true],
  ['a role', '/roles/default/a', false],
])('the deletion of %s', async (_what, key, isNeeded) => {
  const storage = await EmbeddedStorage.open();
  const { revision: before } = await storage.commit([{ type: 'put', key, value: Buffer.from('{}') }]);
  const need = new ControllerNeed(changesThatMatter.get('clusterrole-aggregation-controller')!);
  const watching = need.watch(storage, before);
  const { revision } = await storage.commit([{ type: 'delete', key }]);
  if (isNeeded) await need.needed;
  else await expect.poll(() => need.isNeededAt(revision), { interval: 1 }).toBe(false);
  expect(need.isNeededAt(revision)).toBe(isNeeded);
  await storage.close();
  await watching.catch(() => undefined);
});
