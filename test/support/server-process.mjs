// Processes of API servers and etcd, for suites and benchmarks that start them.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePorts } from '../../dist/apimachinery/free-ports.test.support.js';

/** The built program with kube-apiserver's flags. */
export const program = fileURLToPath(new URL('../../lib/app/kube-apiserver.js', import.meta.url));

/** kube-apiserver with many definitions takes minutes on a busy machine. */
const readySeconds = 300;
const shownLog = 4000;

/** Running processes, so that an aborted run leaves none behind. */
const running = new Set();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});
// Without a listener, a signal ends the process without the event.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1));

/** A process with a log file, which can be killed, suspended and started again. */
export class ServerProcess {
  child;
  log;
  #showLog;

  constructor(log, { showLog = false } = {}) {
    this.log = log;
    this.#showLog = showLog;
  }

  get pid() {
    return this.child.pid;
  }

  spawn(command, args) {
    const file = openSync(this.log, 'a');
    const output = this.#showLog ? 'inherit' : file;
    const child = spawn(command, args, { stdio: ['ignore', output, output] });
    closeSync(file);
    this.child = child;
    running.add(child);
    child.once('exit', () => running.delete(child));
  }

  get hasEnded() {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  signal(name) {
    this.child.kill(name);
  }

  /** Sends the signal and waits for the exit; returns the exit code. */
  async kill(name = 'SIGKILL') {
    if (this.hasEnded) return this.child.exitCode;
    const ended = once(this.child, 'exit');
    // A suspended process must be resumed to handle any signal but SIGKILL.
    this.child.kill(name);
    if (name !== 'SIGKILL') this.child.kill('SIGCONT');
    const [code] = await ended;
    return code;
  }

  logText() {
    return readFileSync(this.log, 'utf8');
  }

  async untilReady(isReadyNow) {
    const deadline = performance.now() + readySeconds * 1000;
    // A process that has ended is not what answers.
    while (!(await isReadyNow()) || this.hasEnded) {
      if (this.hasEnded) throw new Error(`it ended: ${this.logText().slice(-shownLog)}`);
      if (performance.now() > deadline)
        throw new Error(`not ready after ${readySeconds} s: ${this.logText().slice(-shownLog)}`);
      await pause(2);
    }
  }
}

/** An etcd that keeps its data, its log and its ports when it is started again. */
export class Etcd extends ServerProcess {
  #command;
  #directory;
  #ports;

  constructor({ command, directory, ports, showLog }) {
    super(join(directory, 'etcd.log'), { showLog });
    this.#command = command;
    this.#directory = directory;
    this.#ports = ports;
  }

  static async start({ command = process.env.ETCD ?? 'etcd', directory, showLog }) {
    const etcd = new Etcd({ command, directory, ports: await freePorts(2), showLog });
    await etcd.start();
    return etcd;
  }

  get port() {
    return this.#ports[0];
  }

  get url() {
    return `http://127.0.0.1:${this.port}`;
  }

  async start() {
    const peer = `http://127.0.0.1:${this.#ports[1]}`;
    this.spawn(this.#command, [
      `--data-dir=${join(this.#directory, 'etcd')}`,
      `--listen-client-urls=${this.url}`,
      `--advertise-client-urls=${this.url}`,
      `--listen-peer-urls=${peer}`,
      `--initial-advertise-peer-urls=${peer}`,
      `--initial-cluster=default=${peer}`,
    ]);
    await this.untilReady(async () => (await fetch(`${this.url}/health`).catch(() => undefined))?.ok);
  }
}

/** Flags that every started API server has; `tokens` and `signingKey` are files. */
export function serverFlags({ directory, port, tokens, signingKey }) {
  return [
    '--bind-address=127.0.0.1',
    `--secure-port=${port}`,
    `--cert-dir=${join(directory, 'certs')}`,
    `--token-auth-file=${tokens}`,
    '--service-cluster-ip-range=10.0.0.0/24',
    '--service-account-issuer=https://kubernetes.default.svc',
    `--service-account-signing-key-file=${signingKey}`,
    `--service-account-key-file=${signingKey}`,
    '--endpoint-reconciler-type=none',
  ];
}
