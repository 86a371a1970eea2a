// Every row beside kube-apiserver, in one run, from outside over TLS: KUBE_APISERVER names the program (v1.36), ETCD that of etcd,
// or it is found on the PATH. CPU is that of all threads of the server's process, from /proc: Linux only. Without
// KUBE_APISERVER, the rows show Trestle alone. COMPARE_ROWS=get,patch measures only rows whose name contains one of these.

import { MeasuredServer } from './support/measured-server.mjs';
import { memoryRows, rows } from './support/rows.mjs';
import { startKubeApiServer, startTrestle, startTrestleOnEtcd } from './support/servers.mjs';
import { measureStarts } from './support/starts.mjs';

const binary = process.env.KUBE_APISERVER;
const chosen = process.env.COMPARE_ROWS?.split(',');

export const title = `Trestle on Node ${process.versions.node} beside kube-apiserver${binary ? '' : ' (KUBE_APISERVER names none)'}`;

export async function run(bench) {
  const isChosen = ({ name }) => !chosen || chosen.some((part) => name.includes(part));
  if (isChosen({ name: 'start' })) print(bench, await measureStarts(binary));
  for (const row of memoryRows.filter(isChosen)) await compare(bench, { rows: [row], startOurs: startTrestle });
  await compare(bench, { rows: rows.filter(isChosen), startOurs: startTrestle });
  const onEtcd = rows.filter((row) => row.onEtcd && isChosen(row)).map((row) => row.onEtcd(row));
  await compare(bench, { rows: onEtcd, startOurs: startTrestleOnEtcd });
}

/** The rows in order, each on both servers before the next. */
async function compare(bench, { rows, startOurs }) {
  if (rows.length === 0) return;
  const servers = { ours: await MeasuredServer.start(startOurs) };
  if (binary) servers.theirs = await MeasuredServer.start(() => startKubeApiServer(binary));
  try {
    for (const { name, limits, measure } of rows) {
      const figures = {};
      for (const [which, server] of Object.entries(servers)) figures[which] = await measure(server);
      print(bench, figuresToRows(name, limits, figures));
    }
  } finally {
    for (const server of Object.values(servers)) await server.stop();
  }
}

/** `limits`: unit and limit of each figure that the row measures. */
function figuresToRows(name, limits, { ours, theirs }) {
  return Object.entries(limits).map(([figure, { unit, ...limit }]) => ({
    name: `${name}: ${figure}`,
    unit,
    limit,
    ours: ours[figure],
    theirs: theirs?.[figure],
  }));
}

function print(bench, measured) {
  for (const { name, unit, limit, ours, theirs } of measured) {
    const times = limit.atLeast === undefined ? theirs / ours : ours / theirs;
    const beside = theirs === undefined ? '' : ` (kube-apiserver ${shown(theirs)} ${unit}, ${shown(times)} times)`;
    bench.row(`${name}${beside}`, ours, unit, limit);
  }
}

function shown(value) {
  return Math.abs(value) >= 100 ? Math.round(value).toLocaleString('en-US') : String(Number(value.toPrecision(3)));
}
