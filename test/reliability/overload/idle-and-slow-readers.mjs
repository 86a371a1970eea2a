// Connections that cost memory: many idle ones, and some that request much and do not read it.

import { connect } from 'node:tls';
import { token } from '../../../bench/compare/support/servers.mjs';
import { expectStatus } from '../support/client.mjs';
import { configMaps, createNamespace } from '../support/objects.mjs';
import { startProber } from '../support/prober.mjs';
import { count, of } from '../support/report.mjs';
import { inParallel, numbers } from '../support/until.mjs';

const namespace = 'large';

export const idleConnections = {
  name: 'idle connections',
  async run(context) {
    const number = context.full ? 5000 : 400;
    const server = await context.environment.server({ storage: context.storage });
    await server.client().get('/version');
    const before = server.residentMegabytes();
    // One request on each, and then nothing. Thousands of handshakes at once would take longer than one may take.
    const clients = numbers(number).map(() => server.client({ maxSockets: 1 }));
    context.environment.onStop(() => {
      for (const client of clients) client.close();
    });
    let served = 0;
    await inParallel(clients, 200, async (client) => {
      if ((await client.get('/version')).status === 200) served++;
    });
    context.figure('requests answered on connections of their own', {
      value: of(served, number),
      holds: served === number,
    });
    const kilobytes = ((server.residentMegabytes() - before) * 1024) / number;
    context.figure(`memory for each of ${count(number)} idle connections`, {
      value: `${count(kilobytes)} KiB`,
      holds: kilobytes < 300,
    });
    await proveResponsive(context, server, 'beside idle connections');
  },
};

export const slowReaders = {
  name: 'clients that do not read',
  async run(context) {
    const [objects, readers] = context.full ? [400, 200] : [100, 30];
    const server = await context.environment.server({ storage: context.storage });
    const client = server.client();
    await createNamespace(client, namespace);
    const payload = context.random.text(100_000);
    await inParallel(numbers(objects), 8, async (index) => {
      expectStatus(
        await client.post(configMaps(namespace), { metadata: { name: `object-${index}` }, data: { payload } }),
        201,
      );
    });
    expectStatus(await client.get(configMaps(namespace)), 200);
    const before = server.residentMegabytes();
    const sockets = await Promise.all(numbers(readers).map(() => requestWithoutReading(server.port)));
    context.environment.onStop(() => {
      for (const socket of sockets) socket.destroy();
    });
    await proveResponsive(context, server, `beside ${readers} clients that do not read`);
    const growth = server.residentMegabytes() - before;
    const requested = (objects * payload.length * readers) / 2 ** 20;
    context.figure(`memory for ${count(requested)} MiB of lists that are not read`, {
      value: `${count(growth)} MiB`,
      holds: growth < Math.max(150, requested / 3),
      byNature: { 'kube-apiserver': 'it encodes each list by itself before it is sent' },
    });
  },
};

function requestWithoutReading(port) {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false }, () => {
      socket.write(`GET ${configMaps(namespace)} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\n\r\n`);
      // The first bytes have arrived: the rest stays in flight.
      socket.once('readable', () => {
        socket.on('error', () => undefined);
        resolve(socket);
      });
    });
    socket.once('error', reject);
  });
}

/** A hundred sequential requests, from a separate process. */
async function proveResponsive(context, server, when) {
  const prober = await startProber(context.environment, server.port);
  const client = server.client({ maxSockets: 1 });
  let failed = 0;
  for (const _ of numbers(100)) if ((await client.get('/api/v1/namespaces/default')).status !== 200) failed++;
  client.close();
  const { worst } = await prober.stop();
  context.figure(`requests that failed ${when}`, {
    value: `${of(failed, 100)}, worst ${count(worst)} ms`,
    holds: failed === 0 && worst < context.limit(5000),
  });
}
