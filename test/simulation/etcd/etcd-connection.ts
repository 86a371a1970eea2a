import type { MemberStream, StreamHandlers } from '../../../src/storage/etcd/grpc/call.js';
import type { MemberConnection } from '../../../src/storage/etcd/grpc/connection.js';
import { GrpcCode, GrpcFailure } from '../../../src/storage/etcd/grpc/status.js';
import type { SimulatedProcess } from '../engine/simulated-process.js';
import type { NetworkFaults } from '../storage/remote-storage.js';
import type { SimulatedEtcd } from './simulated-etcd.js';
import { WatchServer } from './watch-server.js';
import { Fields } from './wire.js';

/** Precedes each message: one byte, and the length in four. */
const headLength = 5;

export interface EtcdConnectionOptions {
  readonly local: SimulatedProcess;
  readonly etcd: SimulatedEtcd;
  readonly faults: NetworkFaults;
}

/** A server's connection to etcd: calls and a watch stream, until it breaks with everything on it. */
export class EtcdConnection implements MemberConnection {
  readonly #options: EtcdConnectionOptions;
  readonly #onBreak = new Set<(failure: GrpcFailure) => void>();
  readonly #servers: WatchServer[] = [];
  usable = true;

  constructor(options: EtcdConnectionOptions) {
    this.#options = options;
  }

  async close(reason = 'the connection was closed'): Promise<void> {
    this.break(reason);
  }

  break(reason: string): void {
    if (!this.usable) return;
    this.usable = false;
    const failure = new GrpcFailure(GrpcCode.unavailable, reason, { fate: 'unknown' });
    for (const fail of [...this.#onBreak]) fail(failure);
    this.#onBreak.clear();
  }

  /** The process at this end is dead: etcd sees the connection end, and no callback runs here. */
  abandon(): void {
    this.usable = false;
    this.#onBreak.clear();
    for (const server of this.#servers) server.close();
  }

  get local(): SimulatedProcess {
    return this.#options.local;
  }

  unary(path: string, request: Uint8Array, timeoutMilliseconds: number): Promise<Buffer> {
    const { local, etcd } = this.#options;
    const name = path.slice(path.lastIndexOf('/') + 1);
    if (!this.usable) throw new GrpcFailure(GrpcCode.unavailable, 'the connection is gone', { fate: 'not-sent' });
    return new Promise((resolve, reject) => {
      const late = new GrpcFailure(GrpcCode.deadlineExceeded, 'no answer in time', { fate: 'unknown' });
      const cancelTimer = local.clock.after(timeoutMilliseconds, () => settle(() => reject(late)));
      const settle = (how: () => void): void => {
        cancelTimer();
        this.#onBreak.delete(onBreak);
        how();
      };
      const onBreak = (failure: GrpcFailure): void => settle(() => reject(failure));
      this.#onBreak.add(onBreak);
      const bytes = Buffer.from(request.subarray(headLength));
      const exchange = async (): Promise<Buffer> => {
        await this.#travel(`→ ${name}`);
        const response = etcd.call(path, new Fields(bytes));
        await this.#travel(`← ${name}`);
        return response;
      };
      exchange().then(
        (response) => settle(() => resolve(response)),
        (error) => settle(() => reject(error)),
      );
    });
  }

  stream(_path: string, handlers: StreamHandlers): MemberStream {
    if (!this.usable) throw new GrpcFailure(GrpcCode.unavailable, 'the connection is gone', { fate: 'not-sent' });
    const { local, etcd } = this.#options;
    let isOver = false;
    const end = (failure: GrpcFailure | undefined): void => {
      if (isOver) return;
      isOver = true;
      server.close();
      this.#onBreak.delete(end);
      handlers.onClose(failure);
    };
    this.#onBreak.add(end);
    const inOrder = (label: string, arrive: (bytes: Buffer) => void) => {
      const queue = new OrderedMessages(local, label, (bytes) => {
        if (isOver) return;
        arrive(bytes);
        if (local.scheduler.random.chance(this.#options.faults.lostWatch)) this.#lose(label);
      });
      return (bytes: Buffer): void => queue.push(bytes);
    };
    const toClient = inOrder('← watch', (bytes) => handlers.onMessage(bytes));
    const server = new WatchServer(etcd, local, toClient);
    this.#servers.push(server);
    const toServer = inOrder('→ watch', (bytes) => server.receive(new Fields(bytes)));
    return {
      send: (frame) => toServer(Buffer.from(frame.subarray(headLength))),
      close: () => end(new GrpcFailure(GrpcCode.cancelled, 'closed here', { fate: 'unknown' })),
    };
  }

  async #travel(label: string): Promise<void> {
    const { local, faults } = this.#options;
    await local.pause(label);
    if (local.scheduler.random.chance(faults.lostMessage)) this.#lose(label);
    // Waiting callers have been rejected already.
    if (!this.usable) throw new GrpcFailure(GrpcCode.unavailable, 'the connection is gone', { fate: 'unknown' });
  }

  #lose(label: string): void {
    this.#options.local.scheduler.trace(() => `the connection to etcd breaks: ${label}`);
    this.break('the connection broke');
  }
}

/** Messages that are delayed and arrive in order. */
class OrderedMessages {
  readonly #process: SimulatedProcess;
  readonly #label: string;
  readonly #arrive: (bytes: Buffer) => void;
  #last: Promise<void> = Promise.resolve();

  constructor(process: SimulatedProcess, label: string, arrive: (bytes: Buffer) => void) {
    this.#process = process;
    this.#label = label;
    this.#arrive = arrive;
  }

  push(bytes: Buffer): void {
    this.#last = this.#last.then(async () => {
      await this.#process.pause(this.#label);
      this.#arrive(bytes);
    });
    this.#last.catch((error) => this.#process.scheduler.fail(error));
  }
}
