// A bug that only a fault shows: `node --test examples/testing`. The controller counts in a ConfigMap. It sends a write again if
// there is no answer, although the first one may have been processed; a test on a healthy server never sees it count twice.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { TestServer } from 'trestle/testing';

const counters = { group: '', version: 'v1', resource: 'configmaps' };

/** Adds one. On an error without a Status (the connection broke), it tries again. */
async function countWrongly(resource) {
  for (;;) {
    const counter = await resource.get('counter');
    const { resourceVersion: _, ...metadata } = counter.metadata;
    const data = { count: String(Number(counter.data.count) + 1) };
    try {
      return await resource.update({ ...counter, metadata, data });
    } catch (error) {
      if (error.status) throw error;
    }
  }
}

/** Writes only what it has read: a write that was processed, but not answered, makes the second one a conflict. */
async function count(resource) {
  const counter = await resource.get('counter');
  const update = { ...counter, data: { count: String(Number(counter.data.count) + 1) } };
  for (;;) {
    try {
      return await resource.update(update);
    } catch (error) {
      if (error.status?.reason === 'Conflict') return;
      if (error.status) throw error;
    }
  }
}

let server, resource;
before(async () => {
  server = await TestServer.start();
  resource = server.client.resource(counters, 'default');
});
beforeEach(async () => {
  await server.reset();
  await resource.create({ metadata: { name: 'counter' }, data: { count: '0' } });
});
after(() => server.close());

const counted = async () => (await resource.get('counter')).data.count;
/** The next update is processed, but its answer is cut. */
const breakNextUpdate = () =>
  server.faults.add({ verb: 'update', resource: 'configmaps', name: 'counter', effect: { type: 'cut' } });

test('a healthy server hides the bug', async () => {
  await countWrongly(resource);
  assert.equal(await counted(), '1');
});

test('a fault shows it', async () => {
  const fault = breakNextUpdate();
  await countWrongly(resource);
  assert.equal(fault.hits, 1);
  assert.equal(await counted(), '2', 'counted twice');
});

test('the repaired controller counts once', async () => {
  const fault = breakNextUpdate();
  await count(resource);
  assert.equal(fault.hits, 1);
  assert.equal(await counted(), '1');
});
