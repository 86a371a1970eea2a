// A process that sends one GET after another over one connection, and records the longest wait for a response. It is a
// process of its own, so that the responses which the benchmark receives do not delay it. On Linux, the time that its thread
// and that of the server waited for a processor does not count.
import { Agent, request } from 'node:https';
import { token } from '../../compare/support/servers.mjs';
import { threadTimes } from './thread-times.mjs';

const [port, path, server] = process.argv.slice(2);
const threads = [process.pid, server].map(threadTimes).filter((times) => times !== undefined);
const agent = new Agent({ keepAlive: true, maxSockets: 1, rejectUnauthorized: false });
let isOn = false;
let longest = 0;

function get() {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}` };
    const sent = request({ host: '127.0.0.1', port, path, agent, headers }, (response) => {
      response.resume();
      response.on('end', () => (response.statusCode === 200 ? resolve() : reject(new Error(response.statusCode))));
    });
    sent.on('error', reject).end();
  });
}

function waitedForProcessor() {
  return threads.reduce((sum, times) => sum + times().waited, 0);
}

async function probe() {
  while (isOn) {
    const [begin, waitedBefore] = [performance.now(), waitedForProcessor()];
    await get();
    longest = Math.max(longest, performance.now() - begin - (waitedForProcessor() - waitedBefore));
    // Leaves the server room for what is measured.
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  process.send({ longest });
}

process.on('message', async ({ probing }) => {
  isOn = probing;
  if (!isOn) return;
  longest = 0;
  await get();
  process.send({ begun: true });
  void probe();
});
process.on('disconnect', () => process.exit());
process.send({ port });
