import { appendFileSync, rmSync } from 'node:fs';
import { Agent } from 'node:https';
import { join } from 'node:path';
import {
  commonFlags,
  cpuMicroseconds,
  isReady,
  newDirectory,
  residentMegabytes,
} from '../../../bench/compare/support/servers.mjs';
import { freePort } from '../../../dist/apimachinery/free-ports.test.support.js';
import { Etcd, program, ServerProcess } from '../../support/server-process.mjs';
import { Client } from './client.mjs';

/** The server under test: Trestle, or the kube-apiserver that the environment names. */
export const target = process.env.KUBE_APISERVER
  ? { name: 'kube-apiserver', command: process.env.KUBE_APISERVER, args: [] }
  : { name: 'trestle', command: process.execPath, args: [program] };

let servers = 0;

export class ApiServer extends ServerProcess {
  port;
  directory;
  #store;
  #flags;

  /** `store`: the flag that selects the storage. */
  constructor({ directory, port, store, flags }) {
    super(join(directory, `server-${servers++}.log`));
    Object.assign(this, { directory, port });
    this.#store = store;
    this.#flags = flags;
  }

  /** Starts the process; returns the milliseconds until it is ready. */
  async start() {
    const begin = performance.now();
    this.begin();
    const agent = new Agent({ keepAlive: true, rejectUnauthorized: false });
    try {
      await this.untilReady(() => isReady(this.port, agent));
    } catch (error) {
      throw new Error(`${error.message}\n${await this.#checks()}`);
    } finally {
      agent.destroy();
    }
    return performance.now() - begin;
  }

  /** The failing readiness checks, as the server reports them. */
  async #checks() {
    const answer = this.client({ timeoutMilliseconds: 5000 }).get('/readyz?verbose');
    return answer.then(({ text }) => text).catch((error) => error.message);
  }

  begin() {
    const flags = commonFlags(this.directory, this.port);
    const own = new Set(this.#flags.map(nameOf));
    const args = [...flags.filter((flag) => !own.has(nameOf(flag))), this.#store, ...this.#flags];
    this.spawn(target.command, [...target.args, ...args]);
  }

  async restart(signal = 'SIGKILL') {
    await this.kill(signal);
    return this.start();
  }

  client(options = {}) {
    return new Client({ port: this.port, ...options });
  }

  residentMegabytes() {
    return residentMegabytes(this.pid);
  }

  cpuMilliseconds() {
    return cpuMicroseconds(this.pid) / 1000;
  }
}

const nameOf = (flag) => flag.split('=')[0];

/** The resources of one check; `stop` ends all processes and removes their data. */
export class Environment {
  #started = [];
  #directories = [];
  #closing = [];
  #freeing = [];

  directory() {
    const directory = newDirectory();
    this.#directories.push(directory);
    return directory;
  }

  /** Called by `stop`, last registered first. */
  onStop(work) {
    this.#closing.unshift(work);
  }

  /** The same, once no process uses the directories. */
  onDirectoriesFree(work) {
    this.#freeing.unshift(work);
  }

  async etcd(directory = this.directory()) {
    const etcd = await Etcd.start({ directory });
    this.#started.push(etcd);
    return etcd;
  }

  /**
   * A ready server. `users` get the token `token-of-<name>`; `storage` is `embedded`, or the URL of an etcd.
   * kube-apiserver has no embedded store: it gets its own etcd.
   */
  async server({ storage = 'embedded', flags = [], users = [], directory = this.directory() } = {}) {
    const lines = users.map(
      ({ name, groups = [] }) => `${tokenOf(name)},"${name}","uid-${name}","${groups.join(',')}"\n`,
    );
    appendFileSync(join(directory, 'tokens.csv'), lines.join(''));
    let etcd;
    if (storage === 'etcd' || (storage === 'embedded' && target.name !== 'trestle')) etcd = await this.etcd(directory);
    const url = etcd?.url ?? (storage === 'embedded' ? undefined : storage);
    const store = url ? `--etcd-servers=${url}` : `--data-dir=${join(directory, 'data')}`;
    const server = new ApiServer({ directory, port: await freePort(), store, flags });
    server.etcd = etcd;
    this.#started.unshift(server);
    await server.start();
    return server;
  }

  async stop({ keepLogs = false } = {}) {
    for (const close of this.#closing) await close();
    for (const process of this.#started) await process.kill('SIGKILL');
    for (const free of this.#freeing) await free();
    if (keepLogs) return this.#directories;
    for (const directory of this.#directories) rmSync(directory, { recursive: true, force: true });
    return [];
  }
}

/** The token of a user of `server({ users })`. */
export const tokenOf = (name) => `token-of-${name}`;
