// What the housekeeping controllers add to a server without clients: its start, memory, and CPU when nothing happens.
import { compareIdleServers } from '../support/idle-server.mjs';

export const title = 'housekeeping in an idle server';

const idleMilliseconds = 60_000;

export async function run(bench, { rounds = '7' }) {
  if (process.platform !== 'linux') return bench.skip('CPU is read from /proc');
  const { without, more } = await compareIdleServers(['--controllers='], [], {
    rounds: Number(rounds),
    idleMilliseconds,
  });
  bench.row(
    'CPU of the start, without housekeeping',
    without(({ startCpu }) => startCpu),
    'ms',
  );
  bench.row(
    'more with it',
    more(({ startCpu }) => startCpu),
    'ms',
    { atMost: 10 },
  );
  bench.row(
    'CPU until it rests, without it',
    without(({ restedCpu }) => restedCpu),
    'ms',
  );
  bench.row(
    'more with it',
    more(({ restedCpu }) => restedCpu),
    'ms',
  );
  bench.row('live memory, without it', without(({ alive }) => alive) / 1e6, 'MB');
  bench.row('more with it', more(({ alive }) => alive) / 1e6, 'MB');
  bench.row('resident memory, without it', without(({ resident }) => resident) / 1e6, 'MB');
  bench.row('more with it', more(({ resident }) => resident) / 1e6, 'MB', { atMost: 6 });
  bench.row(
    'CPU of an idle minute, without it',
    without(({ idleCpu }) => idleCpu),
    'ms',
  );
  bench.row(
    'more with it',
    more(({ idleCpu }) => idleCpu),
    'ms',
    { atMost: 10 },
  );
}
