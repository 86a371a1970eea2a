// As many requests as a client can send, and HTTP/2 streams that are opened to be reset.
import { connect } from 'node:http2';
import { token } from '../../../bench/compare/support/servers.mjs';
import { configMaps, createNamespace } from '../support/objects.mjs';
import { startProber } from '../support/prober.mjs';
import { count, of } from '../support/report.mjs';
import { numbers } from '../support/until.mjs';

const namespace = 'flooded';
const path = configMaps(namespace);

export const flood = {
  name: 'a flood of requests',
  async run(context) {
    const [connections, requests] = context.full ? [400, 200_000] : [100, 3000];
    const server = await context.environment.server({ storage: context.storage });
    const client = server.client({ maxSockets: connections });
    await createNamespace(client, namespace);
    const before = server.residentMegabytes();
    const prober = await startProber(context.environment, server.port);
    const tally = { sent: 0, other: [], slowestPatch: 0 };
    const begin = performance.now();
    await Promise.all(
      numbers(connections).map((id) => send(client, { random: context.random.fork(id), tally, requests })),
    );
    const rate = tally.sent / ((performance.now() - begin) / 1000);
    const { answers, failed, worst, p99 } = await prober.stop();
    context.figure(`requests of a flood with ${connections} connections that failed`, {
      value: `${of(tally.other.length, tally.sent)}, ${count(rate)}/s`,
      holds: tally.other.length === 0,
    });
    context.figure('longest that one of its patches took', {
      value: `${count(tally.slowestPatch)} ms`,
      holds: tally.slowestPatch < context.limit(10_000),
    });
    context.figure('longest that /livez took meanwhile', {
      value: `${count(worst)} ms, p99 ${count(p99)} ms`,
      holds: failed === 0 && worst < context.limit(5000),
    });
    context.figure(`of ${count(answers)} probes failed`, { value: count(failed), holds: failed === 0 });
    const growth = server.residentMegabytes() - before;
    context.figure('memory that it took', { value: `${count(growth)} MiB`, holds: growth < 400 });
    await resetStreams(context, server);
  },
};

async function send(client, { random, tally, requests }) {
  await client.get('/livez'); // the handshake is not measured
  while (tally.sent < requests) {
    tally.sent++;
    const name = `object-${random.below(200)}`;
    const action = random.weighted({ get: 4, list: 1, create: 2, patch: 2, delete: 1 });
    const begin = performance.now();
    const { status } = await {
      get: () => client.get(`${path}/${name}`),
      list: () => client.get(`${path}?limit=50`),
      create: () => client.post(path, { metadata: { name }, data: { value: random.text(500) } }),
      patch: () => client.patch(`${path}/${name}`, { data: { value: random.text(500) } }),
      delete: () => client.delete(`${path}/${name}`),
    }[action]();
    if (action === 'patch') tally.slowestPatch = Math.max(tally.slowestPatch, performance.now() - begin);
    if (![200, 201, 404, 409, 429].includes(status)) tally.other.push(status);
  }
}

/** Opens and resets streams as fast as possible ("rapid reset"). */
async function resetStreams(context, server) {
  const number = context.full ? 100_000 : 5000;
  const prober = await startProber(context.environment, server.port);
  let opened = 0;
  while (opened < number) opened += await resetOnOneSession(server.port, Math.min(1000, number - opened));
  const { failed, worst } = await prober.stop();
  const { status } = await server.client().get('/livez');
  context.figure(`/livez beside ${count(opened)} streams that were opened and reset`, {
    value: `${status}, worst ${count(worst)} ms`,
    holds: status === 200 && failed === 0 && worst < context.limit(5000),
  });
}

function resetOnOneSession(port, number) {
  return new Promise((resolve) => {
    const session = connect(`https://127.0.0.1:${port}`, { rejectUnauthorized: false });
    session.on('error', () => undefined);
    session.on('close', () => resolve(number));
    session.once('connect', () => {
      for (const _ of numbers(number)) {
        if (session.destroyed) break;
        const stream = session.request({ ':path': path, authorization: `Bearer ${token}` });
        stream.on('error', () => undefined);
        stream.close(8);
      }
      session.close();
    });
  });
}
