import { afterAll, beforeAll, expect, test } from 'vitest';
import { many } from './definitions.js';
import { EventLoopMeter } from './event-loop-meter.js';
import { isFull, slack } from './full.js';
import { ScalingServer } from './scaling-server.js';

/** As for requests: see expect-scales.ts. */
const maxStretch = 50;
const attempts = 4;

let server: ScalingServer;
beforeAll(async () => {
  server = await ScalingServer.start([]);
});
afterAll(() => server?.close());

const path = '/api/v1/namespaces/default/configmaps';

test('the garbage collector looks for many owners without blocking others', async () => {
  const owners = many(isFull ? 15_000 : 4000, (index) => ({
    apiVersion: 'v1',
    kind: 'Pod',
    name: `p${index}`,
    uid: `u${index}`,
  }));
  let shortest = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < attempts && shortest >= maxStretch; attempt++) {
    const name = `owned-${attempt}`;
    const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, ownerReferences: owners } };
    const meter = new EventLoopMeter();
    const { status, text } = await server.send({ method: 'POST', path, body: Buffer.from(JSON.stringify(object)) });
    expect(status, text).toBe(201);
    // All owners are absent, so the object is deleted.
    while ((await server.send({ path: `${path}/${name}` })).status === 200);
    shortest = Math.min(shortest, await meter.stop());
  }
  expect(shortest).toBeLessThan(slack * maxStretch);
});
