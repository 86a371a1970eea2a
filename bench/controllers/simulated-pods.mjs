// From kubectl create deployment to all pods ready, on simulated nodes, and the end of their namespace.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const title = 'pods on simulated nodes';

const program = fileURLToPath(new URL('../../lib/app/main.js', import.meta.url));
const ticksPerSecond = 100;

/**
 * Options: --nodes=100 --pods=3000. Wall-clock times mean something only on an idle machine, where they are little more
 * than the processor time of the main thread.
 */
export async function run(bench, { nodes = '100', pods = '3000' }) {
  const directory = mkdtempSync(join(tmpdir(), 'trestle-bench-'));
  const args = [program, '--in-memory', '--secure-port=0', `--simulate-nodes=${nodes}`];
  const server = spawn(process.execPath, args, { cwd: directory, stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = once(server, 'exit');
  try {
    await once(server.stdout, 'data');
    const env = { ...process.env, KUBECONFIG: join(directory, '.trestle/admin.kubeconfig') };
    const kubectl = (...words) => execFileSync('kubectl', words, { env, encoding: 'utf8' });
    kubectl('wait', `node/node-${Number(nodes) - 1}`, '--for=create', '--timeout=60s');
    kubectl('create', 'namespace', 'load');
    const up = measured(server.pid, () => {
      kubectl('create', 'deployment', 'web', '--namespace=load', '--image=nginx', `--replicas=${pods}`);
      const isReady = `--for=jsonpath={.status.readyReplicas}=${pods}`;
      kubectl('wait', 'deployment/web', '--namespace=load', isReady, '--timeout=300s');
    });
    bench.row(`${pods} pods on ${nodes} nodes are ready`, up.seconds, 's', { atMost: 15 });
    bench.row('processor time of that', up.processorSeconds, 's');
    bench.row('of the main thread', up.mainThreadSeconds, 's', { atMost: 15 });
    bench.row('memory', residentMegabytes(server.pid), 'MB', { atMost: 300 });
    const down = measured(server.pid, () => kubectl('delete', 'namespace', 'load', '--timeout=300s'));
    bench.row('their namespace is gone', down.seconds, 's', { atMost: 5 });
    bench.row('processor time of that', down.processorSeconds, 's');
    bench.row('of the main thread', down.mainThreadSeconds, 's', { atMost: 5 });
  } finally {
    server.kill('SIGTERM');
    await ended;
    rmSync(directory, { recursive: true, force: true });
  }
}

function measured(pid, work) {
  const now = () => [performance.now() / 1000, processorSeconds(`${pid}`), processorSeconds(`${pid}/task/${pid}`)];
  const before = now();
  work();
  const [seconds, processor, mainThread] = now().map((value, index) => value - before[index]);
  return { seconds, processorSeconds: processor, mainThreadSeconds: mainThread };
}

/** Of a process, or of a thread. NaN where there is no /proc. */
function processorSeconds(task) {
  try {
    const [user, system] = readFileSync(`/proc/${task}/stat`, 'utf8').split(') ')[1].split(' ').slice(11, 13);
    return (Number(user) + Number(system)) / ticksPerSecond;
  } catch {
    return Number.NaN;
  }
}

function residentMegabytes(pid) {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;
  } catch {
    return Number.NaN;
  }
}
