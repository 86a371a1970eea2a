// The client's own cost, compared with the minimum: bytes decoded by hand, requests with bare node:http2.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import http2 from 'node:http2';
import { fileURLToPath } from 'node:url';
import { Informer } from '../../dist/client/informer/index.js';
import { Http2Transport, RestClient } from '../../dist/client/rest/index.js';
import { WorkQueue } from '../../dist/client/workqueue/index.js';
import { nanosecondsPerCall, timed } from '../harness.mjs';

export const title = 'REST client, watches, informers and the work queue';

const pods = { group: '', version: 'v1', resource: 'pods' };
const rounds = 5;
const events = 5000;

const pod = (index) => ({
  kind: 'Pod',
  apiVersion: 'v1',
  metadata: {
    name: `pod-${index}`,
    namespace: `n${index % 50}`,
    resourceVersion: `${index + 1}`,
    labels: { app: 'x' },
  },
  spec: {
    containers: [
      {
        name: 'c',
        image: 'i',
        env: Array.from({ length: 20 }, (_, at) => ({ name: `E${at}`, value: 'v'.repeat(20) })),
      },
    ],
  },
});

export async function run(bench) {
  const body = Buffer.from(JSON.stringify(pod(1)));
  const client = clientOf([body]);
  const bareDecode = nanosecondsPerCall(() => JSON.parse(body.toString())) / 1000;
  const get = await best(async () => {
    for (let call = 0; call < 5000; call++) await client.resource(pods, 'n').get('pod-1');
  });
  bench.row(`JSON.parse of ${body.length} bytes`, bareDecode, 'µs');
  bench.row('get through the client, without a network', get / 5000, 'µs', { atMost: bareDecode * 3 + 5 });
  await benchWatch(bench);
  await benchQueue(bench);
  await benchHttps(bench);
}

async function benchWatch(bench) {
  const lines = Array.from({ length: events }, (_, index) => JSON.stringify({ type: 'ADDED', object: pod(index) }));
  const chunks = chunked(Buffer.from(`${lines.join('\n')}\n`), 16 * 1024);
  const parsed = nanosecondsPerCall(() => lines.map((line) => JSON.parse(line)).length, { rounds: 3 }) / events / 1000;
  const watched = await best(async () => {
    let seen = 0;
    for await (const { object } of clientOf(chunks).resource(pods).watch()) if (object) seen++;
    if (seen !== events) throw new Error(`${seen} events`);
  });
  bench.row('JSON.parse of an event', parsed, 'µs');
  bench.row('an event of a watch', watched / events, 'µs', { atMost: parsed * 2 + 2 });

  const end = {
    type: 'BOOKMARK',
    object: { metadata: { resourceVersion: '9', annotations: { 'k8s.io/initial-events-end': 'true' } } },
  };
  const filling = [...chunks, Buffer.from(`${JSON.stringify(end)}\n`)];
  const filled = await best(async () => {
    const informer = new Informer({ source: clientOf(filling, { staysOpen: true }).resource(pods) });
    informer.start();
    await informer.synced();
    if (informer.lister.size !== events) throw new Error(`${informer.lister.size} objects`);
    void informer.close();
  });
  bench.row(`an informer filled with ${events} objects, for each`, filled / events, 'µs', { atMost: parsed * 2 + 4 });
}

async function benchQueue(bench) {
  const queue = new WorkQueue();
  const keys = Array.from({ length: 10_000 }, (_, index) => `n/${index}`);
  const took = await best(async () => {
    for (const key of keys) queue.add(key);
    for (const _ of keys) queue.done(await queue.get());
  });
  bench.row('an item through the work queue', took / keys.length, 'µs', { atMost: 2 });
}

async function benchHttps(bench) {
  const file = fileURLToPath(new URL('../server/support/http-processes.mjs', import.meta.url));
  const server = fork(file, ['server', 'bare-h2']);
  const [{ port }] = await once(server, 'message');
  const session = http2.connect(`https://localhost:${port}`, { rejectUnauthorized: false });
  const bare = await bestCpu(() => bareGet(session));
  const transport = new Http2Transport({ server: `https://localhost:${port}`, tls: { insecure: true } });
  const client = new RestClient({ transport });
  const target = '/api/v1/namespaces/n/pods/x';
  const ours = await bestCpu(async () => (await client.response({ method: 'GET', target })).body());
  bench.row('GET over TLS: bare node:http2, CPU', bare, 'µs');
  bench.row('GET over TLS: client, CPU', ours, 'µs');
  bench.row('client / bare', ours / bare, 'x', { atMost: 1.8 });
  session.close();
  await transport.close();
  server.kill();
}

function bareGet(session) {
  return new Promise((resolve, reject) => {
    const stream = session.request({
      ':method': 'GET',
      ':path': '/api/v1/namespaces/n/pods/x',
      accept: 'application/json',
    });
    const chunks = [];
    stream.on('data', (chunk) => chunks.push(chunk));
    stream.on('end', () => resolve(Buffer.concat(chunks)));
    stream.on('error', reject);
  });
}

/** CPU microseconds per request, with 32 in flight. */
async function bestCpu(request) {
  let least = Number.POSITIVE_INFINITY;
  for (let round = -1; round < rounds; round++) {
    const { cpuSeconds } = await timed(() =>
      Promise.all(
        Array.from({ length: 32 }, async () => {
          for (let call = 0; call < 100; call++) await request();
        }),
      ),
    );
    if (round >= 0) least = Math.min(least, (cpuSeconds * 1e6) / 3200);
  }
  return least;
}

/** Microseconds of the fastest round. */
async function best(work) {
  let least = Number.POSITIVE_INFINITY;
  for (let round = -1; round < rounds; round++) {
    const { seconds } = await timed(work);
    if (round >= 0) least = Math.min(least, seconds * 1e6);
  }
  return least;
}

function chunked(bytes, size) {
  const chunks = [];
  for (let at = 0; at < bytes.length; at += size) chunks.push(bytes.subarray(at, at + size));
  return chunks;
}

/** A client whose requests all get these chunks as the response. */
function clientOf(chunks, { staysOpen = false } = {}) {
  const whole = Buffer.concat(chunks);
  const response = (signal) => ({
    status: 200,
    headers: {},
    body: async () => whole,
    async *chunks() {
      yield* chunks;
      if (staysOpen) await new Promise((resolve) => signal.addEventListener('abort', resolve));
    },
  });
  return new RestClient({ transport: { send: async ({ signal }) => response(signal), close: async () => {} } });
}
