// A separate process that polls /livez on one connection: other load does not disturb its clock.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get } from 'node:https';
import { fileURLToPath } from 'node:url';

const file = fileURLToPath(import.meta.url);

/** `await prober.stop()` returns `{ answers, failed, worst, p99 }`, in milliseconds. */
export async function startProber(environment, port) {
  const child = fork(file, [String(port)]);
  const ended = once(child, 'exit');
  environment.onStop(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  await once(child, 'message');
  return {
    async stop() {
      const answered = once(child, 'message');
      child.send('stop');
      return (await answered)[0];
    },
  };
}

function ask(port, agent) {
  return new Promise((resolve) => {
    const sent = get({ host: '127.0.0.1', port, path: '/livez', agent, timeout: 30_000 }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode === 200));
    });
    sent.on('timeout', () => sent.destroy(new Error('timeout')));
    sent.on('error', () => resolve(false));
  });
}

async function probe(port) {
  const agent = new Agent({ keepAlive: true, rejectUnauthorized: false, maxSockets: 1 });
  const times = [];
  let [failed, isOver] = [0, false];
  await ask(port, agent);
  process.send('ready');
  process.on('message', () => {
    isOver = true;
  });
  while (!isOver) {
    const begin = performance.now();
    if (!(await ask(port, agent))) failed++;
    times.push(performance.now() - begin);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  times.sort((one, other) => one - other);
  process.send({ answers: times.length, failed, worst: times.at(-1), p99: times[Math.floor(times.length * 0.99)] });
}

if (process.argv[1] === file) await probe(Number(process.argv[2]));
