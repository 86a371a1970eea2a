// Follows staging/src/k8s.io/client-go/transport/cert_rotation.go (v1.36)

import { type Clock, systemClock } from '../clock/index.js';
import type { Credentials, KeyPair } from '../rest/index.js';

const rereadMilliseconds = 60_000;

/** A client certificate and its key, reread periodically to pick up rotated files. */
export class RereadKeyPair implements Credentials {
  readonly #read: () => Promise<KeyPair>;
  readonly #clock: Clock;
  #pair: KeyPair | undefined;
  #readAt = Number.NEGATIVE_INFINITY;

  constructor(read: () => Promise<KeyPair>, clock: Clock = systemClock) {
    this.#read = read;
    this.#clock = clock;
  }

  /** Returns the same object while the content is unchanged. */
  async keyPair(): Promise<KeyPair> {
    if (this.#pair !== undefined && this.#clock.monotonic() - this.#readAt < rereadMilliseconds) return this.#pair;
    const pair = await this.#read();
    this.#readAt = this.#clock.monotonic();
    const isSame = this.#pair?.certificate === pair.certificate && this.#pair.key === pair.key;
    if (this.#pair === undefined || !isSame) this.#pair = pair;
    return this.#pair;
  }
}
