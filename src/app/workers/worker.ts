import { type ChildProcess, fork, type StdioOptions } from 'node:child_process';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { ReplicationSource } from '../../storage/embedded/replication/index.js';
import type { ConnectionTarget } from './connection-acceptor.js';
import { Peer } from './peer.js';
import { type WorkerRole, workerDescriptors, workerEnvironment } from './worker-role.js';

export interface WorkerOptions {
  readonly role: WorkerRole;
  /** Unset: workers open the storage themselves. */
  readonly source: ReplicationSource | undefined;
  readonly onReady: (worker: Worker) => void;
  readonly onExit: (worker: Worker, reason: string) => void;
}

/** A worker process, as the owner sees it. It runs the same program with the same arguments. */
export class Worker implements ConnectionTarget {
  open = 0;
  readonly peer: Peer;
  readonly ended: Promise<void>;
  readonly #process: ChildProcess;
  /** Connections for a worker that is not ready; undefined: it is. */
  #early: Socket[] | undefined = [];

  constructor({ role, source, onReady, onExit }: WorkerOptions) {
    const [, program, ...args] = process.argv;
    const stdio: StdioOptions = ['ignore', 'inherit', 'inherit', 'ipc'];
    if (source) {
      stdio[workerDescriptors.store] = 'pipe';
      stdio[workerDescriptors.revisions] = source.revisions.descriptor;
    }
    this.#process = fork(program!, args, { stdio, env: workerEnvironment(role) });
    this.peer = new Peer(this.#process);
    this.peer.on('ready', () => {
      this.#ready();
      onReady(this);
    });
    this.peer.on('closed', () => this.open--);
    source?.attach(this.#process.stdio[workerDescriptors.store] as Duplex);
    this.ended = new Promise((resolve) => {
      // A process that could not be started has no exit.
      this.#process.once('error', (error) => {
        onExit(this, error.message);
        resolve();
      });
      this.#process.once('exit', (code, signal) => {
        source?.removeDeadReaders();
        onExit(this, signal ?? `exit code ${code}`);
        resolve();
      });
    });
  }

  get id(): number | undefined {
    return this.#process.pid;
  }

  /** The connections that it has not begun to serve. */
  get unserved(): readonly Socket[] {
    return this.#early ?? [];
  }

  /** Clients that connect while it starts wait: otherwise all of them would stay with the owner. */
  take(socket: Socket): void {
    this.open++;
    if (this.#early) this.#early.push(socket);
    else this.#pass(socket);
  }

  #ready(): void {
    const early = this.#early ?? [];
    this.#early = undefined;
    for (const socket of early) this.#pass(socket);
  }

  #pass(socket: Socket): void {
    this.peer.notify('connection', undefined, { handle: socket, failed: () => this.#lost(socket) });
  }

  shutDown(): void {
    this.peer.notify('shutdown');
  }

  kill(): void {
    this.#process.kill('SIGKILL');
  }

  #lost(socket: Socket): void {
    this.open--;
    socket.destroy();
  }
}
