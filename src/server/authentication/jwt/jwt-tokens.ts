// Follows staging/src/k8s.io/apiserver/plugin/pkg/authenticator/token/oidc/oidc.go (v1.36)

import { sleep, systemClock } from '../../../apimachinery/clock/index.js';
import { aggregateMessages } from '../../../apimachinery/meta/index.js';
import { ownerFor } from '../audiences.js';
import { refused, type TokenAuthenticator, type TokenOwner } from '../authenticator.js';
import type { JwtConfiguration } from './authentication-configuration.js';
import { JwtAuthenticator, type JwtAuthenticatorOptions } from './jwt-authenticator.js';

export interface JwtTokensOptions extends Omit<JwtAuthenticatorOptions, 'configuration' | 'now'> {
  /** --api-audiences: the audiences that a verified token is valid for. */
  readonly audiences: readonly string[];
  readonly now?: () => number;
}

/** Requests may still be using replaced authenticators. */
const graceMilliseconds = 60_000;
const healthTimeoutMilliseconds = 60_000;
const healthPollMilliseconds = 100;

/** Authenticates the tokens of several issuers, which can be replaced at runtime. */
export class JwtTokens implements TokenAuthenticator {
  readonly #options: JwtTokensOptions;
  readonly #closing = new Set<() => void>();
  #issuers: readonly JwtAuthenticator[];
  #isClosed = false;

  /** Configurations must be valid. Starts discovery of the issuers. */
  constructor(configurations: readonly JwtConfiguration[], options: JwtTokensOptions) {
    this.#options = options;
    this.#issuers = this.#started(configurations);
  }

  async authenticateToken(token: string, requested: readonly string[]): Promise<TokenOwner | undefined> {
    try {
      for (const issuer of this.#issuers) {
        const user = await issuer.userOf(token);
        if (user) return ownerFor(user, { implied: this.#options.audiences, requested });
      }
    } catch (error) {
      throw refused((error as Error).message);
    }
    return undefined;
  }

  /** Takes effect when all issuers are ready; otherwise rejects, and keeps the previous ones. */
  async replace(configurations: readonly JwtConfiguration[]): Promise<void> {
    const next = this.#started(configurations);
    try {
      await this.#untilFound(next);
    } catch (error) {
      for (const issuer of next) issuer.close();
      throw error;
    }
    const former = this.#issuers;
    this.#issuers = next;
    this.#closeLater(former);
  }

  close(): void {
    this.#isClosed = true;
    for (const close of this.#closing) close();
    for (const issuer of this.#issuers) issuer.close();
  }

  #started(configurations: readonly JwtConfiguration[]): readonly JwtAuthenticator[] {
    const { now = systemClock.now } = this.#options;
    const issuers = configurations.map(
      (configuration) => new JwtAuthenticator({ ...this.#options, now, configuration }),
    );
    for (const issuer of issuers) issuer.start();
    return issuers;
  }

  #closeLater(former: readonly JwtAuthenticator[]): void {
    const close = (): void => {
      cancelTimer();
      this.#closing.delete(close);
      for (const one of former) {
        one.close();
        if (!this.#issuers.some(({ issuer }) => issuer === one.issuer)) one.forgetMetrics();
      }
    };
    const cancelTimer = systemClock.after(graceMilliseconds, close, { unref: true });
    this.#closing.add(close);
  }

  async #untilFound(issuers: readonly JwtAuthenticator[]): Promise<void> {
    const until = systemClock.monotonic() + healthTimeoutMilliseconds;
    for (;;) {
      const problems = issuers.flatMap(({ problem }) => problem ?? []);
      if (problems.length === 0) return;
      const isOver = this.#isClosed || systemClock.monotonic() > until;
      if (isOver) throw new Error(aggregateMessages(problems));
      await sleep(systemClock, healthPollMilliseconds);
    }
  }
}
