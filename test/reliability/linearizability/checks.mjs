// Checks histories of concurrent clients under faults.
import { count } from '../support/report.mjs';
import { judgeHistory, judgeWatches } from './judge.mjs';
import { runWorkload } from './workload.mjs';

const ofServer = ['kill -9', 'SIGSTOP'];
const ofEtcd = ['kill -9 of etcd', 'SIGSTOP of etcd'];
const ofNetwork = ['etcd cut off', 'answers of etcd lost', 'etcd held'];

const scenarios = [
  { name: 'embedded, kill -9', storage: 'embedded', servers: 1, faults: ['kill -9'] },
  { name: 'embedded, SIGSTOP and SIGTERM', storage: 'embedded', servers: 1, faults: ['SIGSTOP', 'SIGTERM'] },
  { name: 'etcd, kill -9 and SIGSTOP', storage: 'etcd', servers: 1, faults: ofServer },
  { name: 'etcd, etcd killed and stopped', storage: 'etcd', servers: 1, faults: ofEtcd },
  { name: 'etcd, network cut', storage: 'etcd', servers: 1, faults: ofNetwork },
  {
    name: 'two servers on one etcd, all faults',
    storage: 'etcd',
    servers: 2,
    faults: [...ofNetwork, ...ofServer, ...ofEtcd],
  },
];

const short = { rounds: 2, operations: 250, clients: 8, watchers: 4 };
const full = { rounds: 40, operations: 600, clients: 12, watchers: 8 };

const notEmbedded = { 'kube-apiserver': 'it has no store of its own' };

export const linearizability = scenarios.map((scenario) => ({
  name: scenario.name,
  ...(scenario.storage === 'embedded' && { notFor: notEmbedded }),
  run: (context) => examine(context, scenario),
}));

async function examine(context, scenario) {
  const sizes = { ...(context.full ? full : short) };
  sizes.rounds = Math.max(sizes.rounds, scenario.faults.length);
  const run = await runWorkload(context, scenario, sizes);
  const problems = judgeHistory(run);
  const operations = run.history.length + run.lists.length;
  const unknown = run.history.filter(({ outcome }) => outcome.kind === 'unknown').length;
  context.figure(`${scenario.name}: linearizable, ${sizes.rounds} faults`, {
    value: `${count(operations)} operations, ${unknown} unknown`,
    holds: problems.length === 0,
  });
  const broken = judgeWatches(run);
  const streams = run.watchers.flatMap((watcher) => watcher.streams);
  const events = streams.reduce((sum, stream) => sum + stream.events.length, 0);
  context.figure(`${scenario.name}: what watches promise`, {
    value: `${count(events)} events, ${streams.length} streams`,
    holds: broken.length === 0,
  });
  if (problems.length + broken.length > 0) explain(context, run, [...problems, ...broken]);
}

function explain(context, run, problems) {
  for (const problem of problems.slice(0, 10)) console.log(`    ${problem}`);
  const { watchers, ...rest } = run;
  const streams = watchers.map((watcher) => ({ id: watcher.id, expired: watcher.expired, streams: watcher.streams }));
  context.keep('history.json', JSON.stringify({ problems, ...rest, watchers: streams }, undefined, 1));
}
