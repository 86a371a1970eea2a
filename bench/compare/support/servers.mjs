// Starts the servers under comparison, with the same flags, keys and users, as separate processes.
import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../dist/apimachinery/free-ports.test.support.js';
import { Etcd, program, ServerProcess, serverFlags } from '../../../test/support/server-process.mjs';

/** The token of the load generator. */
export const token = 't'.repeat(900);

/** Trestle with its embedded store on disk: one process. */
export async function startTrestle() {
  const directory = newDirectory();
  return running(directory, [process.execPath, program, `--data-dir=${join(directory, 'data')}`]);
}

/** Trestle on etcd: two processes. */
export async function startTrestleOnEtcd() {
  const directory = newDirectory();
  const etcd = await Etcd.start({ directory });
  return running(directory, [process.execPath, program, `--etcd-servers=${etcd.url}`], etcd);
}

/** kube-apiserver on etcd: two processes. */
export async function startKubeApiServer(binary) {
  const directory = newDirectory();
  const etcd = await Etcd.start({ directory });
  return running(directory, [binary, `--etcd-servers=${etcd.url}`], etcd);
}

/** The API server as a process; `milliseconds`: from its start until it was ready, etcd being there. */
async function running(directory, [command, ...args], etcd) {
  const start = async () => {
    const begin = performance.now();
    const started = await apiServer(command, args, directory);
    return { ...started, milliseconds: performance.now() - begin };
  };
  let { server, port, milliseconds } = await start();
  return {
    milliseconds,
    get port() {
      return port;
    },
    /** CPU time of the API server's process so far. */
    cpuMicroseconds: () => cpuMicroseconds(server.pid),
    /** Of the API server's process. */
    residentMegabytes: () => residentMegabytes(server.pid),
    /** Of that, pages of mapped files, such as programs and the embedded store: the kernel drops them when it needs memory. */
    residentFileMegabytes: () => memoryOf(server.pid, 'RssFile'),
    /** 0 without etcd. */
    etcdResidentMegabytes: () => (etcd ? residentMegabytes(etcd.pid) : 0),
    /** Ends the API server and starts it again; returns the milliseconds until it was ready. */
    async restart() {
      await server.kill('SIGTERM');
      ({ server, port, milliseconds } = await start());
      return milliseconds;
    },
    async stop() {
      for (const child of [server, etcd]) await child?.kill();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

export async function apiServer(command, args, directory) {
  const port = await freePort();
  const server = new ServerProcess(join(directory, 'server.log'));
  server.spawn(command, [...args, ...commonFlags(directory, port)]);
  const agent = new Agent({ keepAlive: true, rejectUnauthorized: false });
  await server.untilReady(() => isReady(port, agent));
  agent.destroy();
  return { server, port };
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
  const [tokens, signingKey] = [join(directory, 'tokens.csv'), join(directory, 'sa.key')];
  return [...serverFlags({ directory, port, tokens, signingKey }), '--authorization-mode=RBAC'];
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

const microsecondsPerTick = 10_000;

export function cpuMicroseconds(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) * microsecondsPerTick;
}

export function residentMegabytes(pid) {
  return memoryOf(pid, 'VmRSS');
}

function memoryOf(pid, what) {
  return Number(new RegExp(`${what}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;
}
