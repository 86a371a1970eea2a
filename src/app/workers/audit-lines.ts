import { systemClock } from '../../apimachinery/clock/index.js';
import type { LineTarget } from '../../server/audit/index.js';
import type { Peer } from './peer.js';

/** In a worker: the audit log, which the owner writes. Lines of one iteration of the event loop are sent together. */
export class AuditLines implements LineTarget {
  readonly #owner: Peer;
  #lines: string[] = [];
  #sending: Promise<void> | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(owner: Peer) {
    this.#owner = owner;
  }

  /** Resolves when the owner has written the line. */
  write(line: string): Promise<void> {
    this.#lines.push(line);
    this.#sending ??= new Promise<void>((resolve, reject) => {
      systemClock.immediate(() => this.#send().then(resolve, reject));
    });
    this.#last = this.#sending.catch(() => undefined);
    return this.#sending;
  }

  async close(): Promise<void> {
    await this.#last;
  }

  async #send(): Promise<void> {
    const lines = this.#lines;
    this.#lines = [];
    this.#sending = undefined;
    await this.#owner.call('audit', lines);
  }
}
