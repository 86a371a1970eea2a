import { type Clock, sleep } from '../../../apimachinery/clock/index.js';
import type { EtcdClient } from '../etcd-client.js';
import type { MemberStream } from '../grpc/call.js';
import type { MemberConnection } from '../grpc/connection.js';
import { GrpcCode, GrpcFailure } from '../grpc/status.js';
import { Method } from '../protocol/services.js';
import { decodeWatchResponse, encodeWatchCancel, encodeWatchCreate } from '../protocol/watch.js';
import type { WatchTarget } from './watch-target.js';

export interface HubListener {
  /** Called when a stream is open, and its watchers are being created. */
  connected(): void;
  disconnected(): void;
}

/** The timeout of one attempt to reach a member; attempts continue as long as there are watches. */
const acquireMilliseconds = 10_000;

/**
 * The watch stream to etcd that all watches share. When it breaks, a new one is opened, on another member if necessary,
 * and every target gets a new watcher from its position. Watch ids are chosen here and never reused, so that responses
 * to cancelled watchers are recognised.
 */
export class WatchHub {
  readonly #clock: Clock;
  readonly #client: EtcdClient;
  readonly #listener: HubListener;
  readonly #closing = new AbortController();
  /** Each target with the id of its watcher on the current stream; 0: none yet. */
  readonly #targets = new Map<WatchTarget, number>();
  readonly #byId = new Map<number, WatchTarget>();
  #stream: MemberStream | undefined;
  #running: Promise<void> | undefined;
  #lastId = 0;
  #failures = 0;

  constructor({ client, clock }: { client: EtcdClient; clock: Clock }, listener: HubListener) {
    this.#clock = clock;
    this.#client = client;
    this.#listener = listener;
  }

  attach(target: WatchTarget): void {
    if (this.#closing.signal.aborted) return;
    this.#targets.set(target, 0);
    if (this.#stream !== undefined) this.#create(target, this.#stream);
    this.#running ??= this.#run();
  }

  detach(target: WatchTarget): void {
    const id = this.#targets.get(target);
    this.#targets.delete(target);
    if (id === undefined || id === 0) return;
    this.#byId.delete(id);
    this.#stream?.send(encodeWatchCancel(id));
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#targets.clear();
    this.#byId.clear();
    this.#stream?.close();
    await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.#closing.signal.aborted && this.#targets.size > 0) {
      try {
        // Synchronously if possible: a watcher that etcd creates before the next write has no history to catch up on.
        const connection =
          this.#client.pool.ready() ?? (await this.#client.pool.acquire(this.#clock.monotonic() + acquireMilliseconds));
        const failure = await this.#serve(connection);
        if (!this.#closing.signal.aborted) this.#client.pool.blame(connection, failure);
      } catch (error) {
        if (!(error instanceof GrpcFailure)) throw error;
      }
      await this.#pause();
    }
    this.#running = undefined;
  }

  /** Resolves with the reason when the stream has ended. */
  #serve(connection: MemberConnection): Promise<Error> {
    return new Promise((resolve, reject) => {
      try {
        this.#stream = connection.stream(Method.watch, {
          onMessage: (message) => this.#receive(message),
          onClose: (failure) => {
            this.#disconnected();
            resolve(
              failure ?? new GrpcFailure(GrpcCode.unavailable, 'etcd ended the watch stream', { fate: 'responded' }),
            );
          },
        });
      } catch (error) {
        reject(error);
        return;
      }
      for (const target of this.#targets.keys()) this.#create(target, this.#stream);
      this.#listener.connected();
    });
  }

  #disconnected(): void {
    this.#stream = undefined;
    this.#byId.clear();
    for (const target of this.#targets.keys()) this.#targets.set(target, 0);
    this.#failures++;
    this.#listener.disconnected();
  }

  async #pause(): Promise<void> {
    const milliseconds = this.#client.backoff.delay(Math.max(1, this.#failures));
    await sleep(this.#clock, milliseconds, this.#closing).catch(() => undefined);
  }

  #create(target: WatchTarget, stream: MemberStream): void {
    const id = ++this.#lastId;
    this.#targets.set(target, id);
    this.#byId.set(id, target);
    target.attached();
    stream.send(encodeWatchCreate({ watchId: id, ...target.request() }));
  }

  #receive(message: Buffer): void {
    const response = decodeWatchResponse(message);
    this.#failures = 0;
    const target = this.#byId.get(response.watchId);
    if (target === undefined) return;
    if (!response.canceled) {
      target.receive(response);
      return;
    }
    this.#byId.delete(response.watchId);
    this.#targets.delete(target);
    target.canceled(response);
  }
}
