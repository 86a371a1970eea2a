// From the start of a process to /readyz, seen from outside, and the memory then.
import { setTimeout as pause } from 'node:timers/promises';
import { startKubeApiServer, startTrestle } from './servers.mjs';

const rounds = 5;
/** The compiled code is kept shortly after the first start. */
const keepMilliseconds = 3000;
const idleMilliseconds = 10_000;
/** By then, both have collected the garbage of their start. */
const settleMilliseconds = 20_000;

export async function measureStarts(binary) {
  const first = await startTrestle();
  await pause(keepMilliseconds);
  await first.stop();
  const ours = await bestOf(startTrestle);
  const theirs = binary && (await bestOf(() => startKubeApiServer(binary)));
  const time = { unit: 'ms', limit: {} };
  return [
    {
      name: 'start to readyz: with an empty directory',
      ...time,
      ours: ours.first,
      theirs: theirs?.first,
      limit: { atMost: 350 },
    },
    { name: 'start to readyz: again', ...time, ours: ours.again, theirs: theirs?.again, limit: { atMost: 250 } },
    { name: 'resident, idle', unit: 'MB', ours: ours.memory, theirs: theirs?.memory, limit: { atMost: 70 } },
    { name: 'CPU of an idle second', unit: 'ms', ours: ours.idle, theirs: theirs?.idle, limit: {} },
  ];
}

async function bestOf(start) {
  const best = { first: Number.POSITIVE_INFINITY, again: Number.POSITIVE_INFINITY };
  for (let round = 0; round < rounds; round++) {
    const server = await start();
    best.first = Math.min(best.first, server.milliseconds);
    best.again = Math.min(best.again, await server.restart());
    await server.stop();
  }
  const server = await start();
  await pause(settleMilliseconds);
  const before = server.cpuMicroseconds();
  await pause(idleMilliseconds);
  best.idle = (server.cpuMicroseconds() - before) / idleMilliseconds;
  best.memory = server.residentMegabytes();
  await server.stop();
  return best;
}
