// Follows staging/src/k8s.io/apiserver/pkg/server/options/encryptionconfig/config.go (v1.36)

import { systemClock } from '../../../apimachinery/clock/index.js';
import type { KeySource } from '../transformer.js';

const [healthyMilliseconds, unhealthyMilliseconds] = [20_000, 3000];

/** The error of one step of a check. The cause is reported alone as long as the result is remembered. */
export function sectionFailure(section: string, provider: string, cause: Error): Error {
  const what = `failed to perform ${section} section of the healthz check for KMS Provider ${provider}`;
  return new Error(`${what}, error: ${cause.message}`, { cause });
}

/** The health of a key service, which is checked at most every 20 seconds, and every 3 seconds if it is not healthy. */
export class RememberedHealth {
  readonly #source: Pick<KeySource, 'check'>;
  readonly #now: () => number;
  #problem: unknown;
  #until = Number.NEGATIVE_INFINITY;

  constructor(source: Pick<KeySource, 'check'>, { now = systemClock.now }: { readonly now?: () => number } = {}) {
    this.#source = source;
    this.#now = now;
  }

  /** Rejects if the key service is not healthy. */
  async check(): Promise<void> {
    if (this.#now() < this.#until) {
      if (this.#problem !== undefined) throw this.#problem;
      return;
    }
    try {
      await this.#source.check();
      this.#problem = undefined;
      this.#until = this.#now() + healthyMilliseconds;
    } catch (error) {
      this.#problem = (error as Error).cause ?? error;
      this.#until = this.#now() + unhealthyMilliseconds;
      throw error;
    }
  }
}
