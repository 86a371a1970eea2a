// What the console adds to a server that serves it and is idle: live memory, and CPU of the start.
import { compareIdleServers } from '../support/idle-server.mjs';

export const title = 'the console in an idle server';

export async function run(bench) {
  if (process.platform !== 'linux') return bench.skip('CPU is read from /proc');
  const [without, withIt] = [false, true].map((isServed) => [`--enable-console=${isServed}`]);
  const compared = await compareIdleServers(without, withIt, { rounds: 7 });
  bench.row('live memory, without the console', compared.without(({ alive }) => alive) / 1e6, 'MB');
  bench.row('more with it', compared.more(({ alive }) => alive) / 1e6, 'MB', { atMost: 1 });
  bench.row(
    'CPU of the start, without the console',
    compared.without(({ startCpu }) => startCpu),
    'ms',
  );
  bench.row(
    'more with it',
    compared.more(({ startCpu }) => startCpu),
    'ms',
  );
}
