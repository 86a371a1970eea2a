// Starts the servers under comparison, with the same flags, keys and users, as separate processes.
import { spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The token of the load generator. */
export const token = 't'.repeat(900);

const program = fileURLToPath(new URL('../../../lib/app/kube-apiserver.js', import.meta.url));

/** Trestle with its embedded store on disk: one process. */
export async function startTrestle() {
  const directory = newDirectory();
  const begin = performance.now();
  const server = await apiServer(process.execPath, [program, `--data-dir=${join(directory, 'data')}`], directory);
  return running({ directory, server, processes: [server.child], milliseconds: performance.now() - begin });
}

/** kube-apiserver with etcd on disk: two processes. `alone`: the time since etcd was ready. */
export async function startKubeApiServer(binary) {
  const directory = newDirectory();
  const begin = performance.now();
  const etcd = await startEtcd(directory);
  const etcdIsThere = performance.now();
  const server = await apiServer(binary, [`--etcd-servers=${etcd.url}`], directory);
  const end = performance.now();
  const started = running({
    directory,
    server,
    processes: [server.child, etcd.child],
    milliseconds: end - begin,
  });
  return { ...started, alone: end - etcdIsThere };
}

function running({ directory, server, processes, milliseconds }) {
  return {
    port: server.port,
    milliseconds,
    /** CPU time of the API server's process so far. */
    cpuMicroseconds: () => cpuMicroseconds(server.child.pid),
    /** Of the API server's process. */
    residentMegabytes: () => residentMegabytes(server.child.pid),
    /** Of all its processes. */
    allResidentMegabytes: () => processes.reduce((sum, { pid }) => sum + residentMegabytes(pid), 0),
    async stop() {
      for (const child of processes) {
        const ended = once(child, 'exit');
        child.kill('SIGKILL');
        await ended;
      }
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

async function apiServer(command, args, directory) {
  const port = await freePort();
  const child = run(command, [...args, ...commonFlags(directory, port)], join(directory, 'server.log'));
  const agent = new Agent({ keepAlive: true, rejectUnauthorized: false });
  while (!(await isReady(port, agent))) {
    if (child.exitCode !== null) throw new Error(readFileSync(join(directory, 'server.log'), 'utf8').slice(-2000));
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  agent.destroy();
  return { child, port };
}

export function newDirectory() {
  const directory = mkdtempSync(join(tmpdir(), 'trestle-servers-'));
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  writeFileSync(join(directory, 'sa.key'), privateKey.export({ type: 'pkcs8', format: 'pem' }));
  writeFileSync(join(directory, 'tokens.csv'), `${token},admin,admin,"system:masters"\n`);
  mkdirSync(join(directory, 'certs'));
  return directory;
}

export function commonFlags(directory, port) {
  const key = join(directory, 'sa.key');
  return [
    '--bind-address=127.0.0.1',
    `--secure-port=${port}`,
    `--cert-dir=${join(directory, 'certs')}`,
    `--token-auth-file=${join(directory, 'tokens.csv')}`,
    '--authorization-mode=RBAC',
    '--service-cluster-ip-range=10.0.0.0/24',
    '--service-account-issuer=https://kubernetes.default.svc',
    `--service-account-signing-key-file=${key}`,
    `--service-account-key-file=${key}`,
    '--endpoint-reconciler-type=none',
  ];
}

async function startEtcd(directory) {
  const [client, peer] = [await freePort(), await freePort()].map((port) => `http://127.0.0.1:${port}`);
  const child = run(
    'etcd',
    [
      `--data-dir=${join(directory, 'etcd')}`,
      `--listen-client-urls=${client}`,
      `--advertise-client-urls=${client}`,
      `--listen-peer-urls=${peer}`,
      `--initial-advertise-peer-urls=${peer}`,
      `--initial-cluster=default=${peer}`,
    ],
    join(directory, 'etcd.log'),
  );
  while (!(await fetch(`${client}/health`).catch(() => undefined))?.ok) {
    if (child.exitCode !== null) throw new Error(readFileSync(join(directory, 'etcd.log'), 'utf8').slice(-2000));
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  return { child, url: client };
}

/** The process itself, without a shell; its output goes to the file `log`. */
export function run(command, args, log) {
  const child = spawn('sh', ['-c', 'exec "$0" "$@" >>"$LOG" 2>&1', command, ...args], {
    stdio: 'ignore',
    env: { ...process.env, LOG: log },
  });
  return child;
}

export function isReady(port, agent) {
  return new Promise((resolve) => {
    const headers = { authorization: `Bearer ${token}` };
    request({ host: '127.0.0.1', port, path: '/readyz', agent, headers }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode === 200));
    })
      .on('error', () => resolve(false))
      .end();
  });
}

export async function freePort() {
  const listener = createServer().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address();
  listener.close();
  await once(listener, 'close');
  return port;
}

const microsecondsPerTick = 10_000;

export function cpuMicroseconds(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) * microsecondsPerTick;
}

export function residentMegabytes(pid) {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;
}
