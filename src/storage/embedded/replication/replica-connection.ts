import type { Duplex } from 'node:stream';
import { nextIteration, systemClock } from '../../../apimachinery/clock/index.js';
import type { Storage } from '../../storage.js';
import type { LedgerChange, Version } from '../ledger.js';
import type { MessageReader } from './message-bytes.js';
import { MessageStream } from './message-stream.js';
import {
  decodeCommit,
  encodeChange,
  encodeDone,
  encodeFailure,
  encodeResult,
  encodeStart,
  encodeVersions,
  type Origin,
  type Start,
  toOwner,
  toReplica,
} from './messages.js';

/** A replica that does not read for so long is disconnected. */
const maxUnsentBytes = 256 * 2 ** 20;
const versionsPerMessage = 200;

export interface ReplicaConnectionOptions {
  readonly stream: Duplex;
  readonly storage: Pick<Storage, 'commit' | 'compact'>;
  readonly start: Start;
  /** The content, if it is only in memory. */
  readonly versions: readonly Version[] | undefined;
  readonly onEnd: (connection: ReplicaConnection) => void;
}

/** One replica, as the owner of the store sees it. */
export class ReplicaConnection {
  readonly #options: ReplicaConnectionOptions;
  readonly #messages: MessageStream;
  /** The requests that values came with. */
  readonly #origins = new WeakMap<Buffer, Origin>();
  /** Changes that happen while the content is sent. */
  #heldBack: Buffer[] | undefined = [];

  constructor(options: ReplicaConnectionOptions) {
    this.#options = options;
    this.#messages = new MessageStream(options.stream, {
      onMessage: (message) => this.#serve(message),
      onEnd: () => options.onEnd(this),
      // Readers in the other process wait for a change as soon as its revision is known.
      isUrgent: true,
    });
    void this.#start();
  }

  /** `common` encodes the change for replicas that wrote nothing of it. */
  changed(change: LedgerChange, common: () => Buffer): void {
    const isInMemory = this.#options.versions !== undefined;
    const originOf = (value: Buffer): Origin | undefined => this.#origins.get(value);
    const isOurs = change.versions.some(({ value }) => this.#origins.has(value));
    const message = isOurs ? encodeChange(change, { originOf, isInMemory }) : common();
    if (this.#heldBack) this.#heldBack.push(message);
    else this.#messages.send(message);
    if (this.#messages.unsentBytes > maxUnsentBytes) this.#options.stream.destroy();
  }

  close(): void {
    this.#messages.close();
  }

  async #start(): Promise<void> {
    const { start, versions = [] } = this.#options;
    this.#messages.send(encodeStart(start));
    for (let sent = 0; sent < versions.length; sent += versionsPerMessage) {
      this.#messages.send(encodeVersions(toReplica.load, versions.slice(sent, sent + versionsPerMessage)));
      await nextIteration(systemClock);
    }
    this.#messages.send(encodeVersions(toReplica.ready, []));
    for (const message of this.#heldBack ?? []) this.#messages.send(message);
    this.#heldBack = undefined;
  }

  #serve(message: MessageReader): void {
    const request = message.count();
    const answer = message.type === toOwner.compact ? this.#compact(request, message) : this.#commit(request, message);
    answer.then(
      (result) => this.#messages.send(result),
      (error) => this.#messages.send(encodeFailure(request, error)),
    );
  }

  async #commit(request: number, message: MessageReader): Promise<Buffer> {
    const operations = decodeCommit(message);
    operations.forEach((operation, index) => {
      if (operation.type === 'put') this.#origins.set(operation.value, { request, index });
    });
    return encodeResult(request, await this.#options.storage.commit(operations));
  }

  async #compact(request: number, message: MessageReader): Promise<Buffer> {
    await this.#options.storage.compact(message.revision());
    return encodeDone(request);
  }
}
