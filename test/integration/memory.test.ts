import { existsSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Client } from '../reliability/soak/client.mjs';
import { type ProbedServer, startProbedServer } from '../reliability/soak/server-process.mjs';
import { definition, stories } from '../reliability/soak/workload.mjs';

/** The memory that may remain per deleted object: 64 KiB per hundred. */
const bytesAllowed = 655;
/** More than the event window of a cache. */
const windowEvents = 1010;
/** A leak grows in every round; V8's occasional allocations do not. */
const mostRounds = 6;
const roundLength = 40;

let server: ProbedServer;
let client: Client;
let serial = 0;

beforeAll(async () => {
  // Memory is measured, so there is no need to wait for a disk.
  const inMemory = '/dev/shm';
  server = await startProbedServer(existsSync(inMemory) ? { parent: inMemory } : {});
  client = new Client(server);
});

afterAll(async () => {
  client.close();
  await server.stop();
});

async function send(method: string, path: string, options = {}, expected: number | number[] = 200) {
  const { status, text } = await client.send(method, path, options);
  if (![expected].flat().includes(status)) throw new Error(`${method} ${path}: ${status} ${text}`);
  return text.startsWith('{') ? JSON.parse(text) : text;
}

/** Runs a story this often, eight at a time. */
async function tell(name: string, times: number): Promise<void> {
  const story = stories.find((one) => one.tell.name === name)!.tell;
  const watch = (path: string) => client.watch(path);
  let left = times;
  const worker = async () => {
    while (left-- > 0) await story({ id: `n${(serial++).toString(36)}`, send, watch });
  };
  await Promise.all(Array.from({ length: 8 }, worker));
}

/** Changes an object until the event window of its cache is full. */
async function fillWindow(path: string): Promise<void> {
  for (let change = 0; change < windowEvents; change++) {
    const body = { metadata: { annotations: { change: String(change) } } };
    await send('PATCH', path, { type: 'application/merge-patch+json', body });
  }
}

test.each([
  {
    what: 'definitions and their objects',
    story: 'definitionStory',
    // Counters of the last hundred are still exposed.
    warmUp: 110,
    async prepare() {
      const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
      const body = definition('things.fill.example.com', 'fill.example.com');
      await send('POST', definitions, { body }, 201);
      await fillWindow(`${definitions}/${body.metadata.name}`);
      await fillWindow('/apis/apiregistration.k8s.io/v1/apiservices/v1.apps');
    },
  },
  {
    what: 'watches, each of something else',
    story: 'watchStory',
    warmUp: 60,
    prepare: () => fillWindow('/api/v1/namespaces/kube-system/configmaps/extension-apiserver-authentication'),
  },
  { what: 'users and tokens that are reviewed once', story: 'reviewStory', warmUp: 60, prepare: async () => {} },
  { what: 'requests that are mistaken', story: 'mistakeStory', warmUp: 60, prepare: async () => {} },
])('nothing is left of $what', { timeout: 240_000 }, async ({ story, warmUp, prepare }) => {
  await prepare();
  await tell(story, warmUp);
  let { heapUsed } = await server.memory();
  const leftOfEach: number[] = [];
  for (let round = 0; round < mostRounds && !leftOfEach.some((left) => left < bytesAllowed); round++) {
    await tell(story, roundLength);
    const now = await server.memory();
    leftOfEach.push(Math.round((now.heapUsed - heapUsed) / roundLength));
    heapUsed = now.heapUsed;
  }
  expect(Math.min(...leftOfEach), `bytes left in each round: ${leftOfEach}`).toBeLessThan(bytesAllowed);
});
