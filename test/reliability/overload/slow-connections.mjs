// Connections that send as slowly as possible: they are closed in time, and others are not affected.
import { connect as connectTcp } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { startProber } from '../support/prober.mjs';
import { count, of } from '../support/report.mjs';
import { inParallel, numbers, until } from '../support/until.mjs';

/** Upstream allows 32 s for the headers. */
const mostSeconds = 45;
/** How long they are waited for. */
const patienceSeconds = 300;

export const slowConnections = {
  name: 'slow connections',
  background: true,
  async run(context) {
    const number = context.full ? 5000 : 300;
    const server = await context.environment.server({ storage: context.storage });
    const before = server.residentMegabytes();
    const sockets = await openSlow(server, number);
    const begin = performance.now();
    const dripping = setInterval(() => drip(sockets), 1000);
    context.environment.onStop(() => {
      clearInterval(dripping);
      for (const socket of sockets) socket.destroy();
    });
    const open = () => sockets.filter((socket) => !socket.isOver).length;
    const prober = await startProber(context.environment, server.port);
    await until('all are ended', () => open() === 0, { seconds: patienceSeconds }).catch(() => undefined);
    const seconds = (performance.now() - begin) / 1000;
    const { answers, failed, worst } = await prober.stop();
    context.figure(`slow connections that are not ended after ${mostSeconds} s`, {
      value: `${of(open(), number)}, ${seconds.toFixed(1)} s`,
      holds: open() === 0 && seconds < context.limit(mostSeconds),
    });
    context.figure(`others refused beside ${count(number)} slow connections`, {
      value: `${of(failed, answers)}, worst ${count(worst)} ms`,
      holds: failed === 0,
    });
    const kilobytes = ((server.residentMegabytes() - before) * 1024) / number;
    context.figure('memory for each', { value: `${count(kilobytes)} KiB`, holds: kilobytes < 400 });
  },
};

/** One in three does not even start TLS, the others never finish a header. */
const heads = [undefined, 'GET /version HTTP/1.1\r\nHost: a\r\nX-Slow: ', 'GET /version HTTP/1.1\r\n'];

async function openSlow(server, number) {
  const sockets = [];
  await inParallel(numbers(number), 50, async (index) => {
    const head = heads[index % heads.length];
    const socket = await openOne(server.port, head);
    socket.head = head;
    socket.on('end', () => finish(socket));
    socket.on('close', () => finish(socket));
    sockets.push(socket);
  });
  return sockets;
}

function finish(socket) {
  socket.isOver = true;
  socket.destroy();
}

function openOne(port, head) {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, rejectUnauthorized: false };
    const socket = head === undefined ? connectTcp(options) : connectTls(options);
    socket.once(head === undefined ? 'connect' : 'secureConnect', () => {
      socket.removeListener('error', reject);
      socket.on('error', () => finish(socket));
      socket.resume();
      if (head) socket.write(head);
      resolve(socket);
    });
    socket.once('error', reject);
  });
}

/** Sends a byte from time to time, so that no connection looks idle. */
function drip(sockets) {
  for (const socket of sockets) if (socket.head && !socket.isOver && socket.writable) socket.write('a');
}
