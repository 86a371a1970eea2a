import type { OpenConnection } from '../../../src/storage/etcd/grpc/connection.js';
import { GrpcCode, GrpcFailure } from '../../../src/storage/etcd/grpc/status.js';
import type { Revision } from '../../../src/storage/index.js';
import type { Scheduler } from '../engine/scheduler.js';
import type { SimulatedProcess } from '../engine/simulated-process.js';
import type { Machine } from '../storage/machine.js';
import type { ModelEntry } from '../storage/model.js';
import type { NetworkFaults } from '../storage/remote-storage.js';
import { EtcdConnection } from './etcd-connection.js';
import { type EtcdTransaction, SimulatedEtcd } from './simulated-etcd.js';

const prefix = '/registry';

export interface EtcdHostOptions {
  readonly scheduler: Scheduler;
  readonly faults: NetworkFaults;
  readonly onCommit: (revision: Revision, changes: { key: string; entry: ModelEntry | undefined }[]) => void;
}

/** etcd and the connections to it, which all break when it is down. */
export class EtcdHost implements Machine {
  readonly #options: EtcdHostOptions;
  readonly #process: SimulatedProcess;
  readonly etcd: SimulatedEtcd;
  #connections: EtcdConnection[] = [];
  #born = 0;
  isUp = false;

  constructor(options: EtcdHostOptions) {
    this.#options = options;
    this.#process = options.scheduler.process('etcd');
    const onCommit = (transaction: EtcdTransaction, expiresAt: (lease: bigint) => number): void => {
      try {
        options.onCommit(transaction.revision, changesOf(transaction, expiresAt));
      } catch (error) {
        options.scheduler.fail(error);
      }
    };
    this.etcd = new SimulatedEtcd({ process: this.#process, onCommit });
  }

  async open(): Promise<void> {
    this.isUp = true;
  }

  crash(): boolean {
    if (!this.isUp) return false;
    this.#options.scheduler.trace(() => 'etcd is down');
    this.isUp = false;
    for (const connection of this.#connections.splice(0)) connection.break('etcd is down');
    return true;
  }

  process(name: string): SimulatedProcess {
    return this.#options.scheduler.process(`${name}-${++this.#born}`);
  }

  /** Called when a server was killed: its connections end. */
  died(process: SimulatedProcess): void {
    for (const connection of this.#connections) if (connection.local === process) connection.abandon();
    this.#connections = this.#connections.filter(({ local }) => local !== process);
  }

  /** Leases do not depend on the wall clock. */
  jump(milliseconds: number, others: readonly SimulatedProcess[]): void {
    for (const process of others) process.jump(milliseconds);
  }

  get now(): number {
    return this.#process.clock.now();
  }

  hasShown(time: number): boolean {
    return time <= this.now;
  }

  /** etcd does not compact on its own. */
  readonly forgotten = 0n;

  connect(local: SimulatedProcess): OpenConnection {
    return async () => {
      await local.pause('connects to etcd');
      if (!this.isUp) throw new GrpcFailure(GrpcCode.unavailable, 'connection refused', { fate: 'not-sent' });
      const connection = new EtcdConnection({ local, etcd: this.etcd, faults: this.#options.faults });
      this.#connections.push(connection);
      return connection;
    };
  }
}

function changesOf({ events }: EtcdTransaction, expiresAt: (lease: bigint) => number) {
  return events.map(({ key, entry }) => ({
    key: key.slice(prefix.length),
    entry: entry && {
      value: entry.value,
      createRevision: entry.createRevision,
      modRevision: entry.modRevision,
      expiresAt: entry.lease === 0n ? 0 : expiresAt(entry.lease),
    },
  }));
}
