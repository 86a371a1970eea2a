import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { sleep, systemClock } from '../../apimachinery/clock/index.js';
import { parseFlags, UsageError } from '../../server/flags/index.js';
import { kubeApiServerFlags } from '../config/index.js';
import { credentialFiles } from '../credentials/index.js';
import type { Command } from './command.js';
import { RunningServer } from './running-server.js';
import { objectCounts, readMetrics, total } from './server-metrics.js';

const usage = `Usage:
  trestle status   show the state of the running server

Shows version, storage, revision, size, watches, requests per second (measured for one second), memory, and objects by resource.
The Server page of the console shows them over time.

Flags:
  --data-dir DIR      of the server (default .trestle)
  --kubeconfig FILE   of any other server (default admin.kubeconfig in the data directory)

Exit code: 0 if the server is ready, 1 if it is not.
`;

const flags = {
  'data-dir': kubeApiServerFlags['data-dir'],
  kubeconfig: { type: 'string', default: '', help: 'The kubeconfig' },
} as const;

const intervalMilliseconds = 1000;

/** Prints the state of a running server. */
async function run(args: readonly string[]): Promise<void> {
  const { values, positionals, errors } = parseFlags(flags, args);
  const problems = [...errors, ...positionals.map((word) => `unexpected argument ${JSON.stringify(word)}`)];
  if (problems.length > 0) throw new UsageError(problems);
  const directory = values['data-dir'];
  const kubeconfig = values.kubeconfig || credentialFiles(directory).adminKubeconfig;
  process.stdout.write(await RunningServer.use(kubeconfig, (server) => statusOf(server, directory)));
}

/** The command `trestle status`. */
export const statusCommand: Command = { usage, run };

async function statusOf(server: RunningServer, directory: string): Promise<string> {
  const ready = await server.request('GET', '/readyz');
  if (ready.status !== 200) process.exitCode = 1;
  const version = JSON.parse(await server.read('/version')) as Record<string, string>;
  const { metadata } = JSON.parse(await server.read('/api/v1/namespaces?limit=1'));
  const before = readMetrics(await server.read('/metrics'));
  await sleep(systemClock, intervalMilliseconds);
  const now = readMetrics(await server.read('/metrics'));
  const requests = (metrics: typeof now) =>
    total(metrics, 'apiserver_request_total', ({ subresource }) => subresource !== '/metrics');
  const perSecond = ((requests(now) - requests(before)) * 1000) / intervalMilliseconds;
  const started = total(now, 'process_start_time_seconds');
  const objects = objectCounts(now);
  const lines = [
    [
      'server',
      `${server.url}, ${ready.status === 200 ? 'ready' : 'not ready'}, up ${duration(systemClock.now() / 1000 - started)}`,
    ],
    ['version', `${version['gitVersion']}, ${version['goVersion']}, ${version['platform']}`],
    ['store', await storeOf(server, directory, total(now, 'apiserver_storage_size_bytes'))],
    ['revision', metadata.resourceVersion],
    ['watches', String(total(now, 'apiserver_longrunning_requests', ({ verb }) => verb === 'WATCH'))],
    ['requests', `${perSecond}/s`],
    ['memory', bytes(total(now, 'process_resident_memory_bytes'))],
    ['objects', String(objects.reduce((sum, [, count]) => sum + count, 0))],
  ];
  return [
    ...lines.map(([name, value]) => `${name!.padEnd(10)}${value}\n`),
    ...objects.map(([resource, count]) => `${String(count).padStart(8)}  ${resource}\n`),
  ].join('');
}

/** From the server's flags, and from its file if that is on this machine. */
async function storeOf(server: RunningServer, directory: string, size: number): Promise<string> {
  const { status, text } = await server.request('GET', '/flagz');
  const lines = text.split('\n');
  const flag = (name: string) => lines.find((line) => line.startsWith(`${name}=`))?.slice(name.length + 1) ?? '';
  if (status !== 200) return 'unknown: the server does not show its flags';
  const etcd = flag('etcd-servers').replace(/^\[|\]$/g, '');
  if (flag('in-memory') === 'true') return 'in memory';
  const file = join(directory, 'store/data.mdb');
  const known = size || (!etcd && existsSync(file) ? statSync(file).size : 0);
  return (etcd ? `etcd at ${etcd}` : `embedded, ${flag('data-dir')}`) + (known > 0 ? `, ${bytes(known)}` : '');
}

function bytes(count: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB'];
  let [value, unit] = [count, 0];
  for (; value >= 1000 && unit < units.length - 1; unit++) value /= 1000;
  return `${unit === 0 ? value : value.toFixed(1)} ${units[unit]}`;
}

function duration(seconds: number): string {
  if (seconds < 120) return `${Math.max(0, Math.round(seconds))} s`;
  if (seconds < 7200) return `${Math.round(seconds / 60)} min`;
  return `${Math.round(seconds / 3600)} h`;
}
