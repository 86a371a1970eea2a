import { readFile } from 'node:fs/promises';
import { type Clock, systemClock } from '../clock/index.js';

/** A certificate and its private key, in PEM. */
export interface KeyPair {
  /** PEM. */
  readonly certificate: string;
  readonly key: string;
}

/** A client's credentials. Called for each request, so that they may change. */
export interface Credentials {
  /** The value of the Authorization header. */
  authorization?(): Promise<string | undefined>;
  /** The client certificate for new connections. When a different object is returned, the transport reconnects. */
  keyPair?(): Promise<KeyPair | undefined>;
  /** Called when the server responds with 401: cached credentials may have been revoked. */
  refused?(): void;
}

/** Credentials of a token. */
export function bearerToken(token: string): Credentials {
  return { authorization: async () => `Bearer ${token}` };
}

/** Credentials of a user with a password. */
export function basicCredentials(username: string, password: string): Credentials {
  const value = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  return { authorization: async () => value };
}

/** Credentials of a client certificate. */
export function clientCertificate(pair: KeyPair): Credentials {
  return { keyPair: async () => pair };
}

const rereadMilliseconds = 60_000;

/** A bearer token from a file that is rotated, like a Pod's. If the file cannot be read, the last token is used. */
export class TokenFile implements Credentials {
  readonly #path: string;
  readonly #clock: Clock;
  #token: string | undefined;
  #readAt = Number.NEGATIVE_INFINITY;

  constructor(path: string, clock: Clock = systemClock) {
    this.#path = path;
    this.#clock = clock;
  }

  async authorization(): Promise<string> {
    if (this.#token === undefined || this.#clock.monotonic() - this.#readAt >= rereadMilliseconds) await this.#read();
    return `Bearer ${this.#token}`;
  }

  refused(): void {
    this.#readAt = Number.NEGATIVE_INFINITY;
  }

  async #read(): Promise<void> {
    try {
      const token = (await readFile(this.#path, 'utf8')).trim();
      if (token === '') throw new Error(`token file ${this.#path} is empty`);
      this.#token = token;
    } catch (error) {
      if (this.#token === undefined) throw error;
    }
    this.#readAt = this.#clock.monotonic();
  }
}

/** For each method, the first of these that returns a value. */
export function combinedCredentials(all: readonly Credentials[]): Credentials {
  return {
    async authorization() {
      for (const one of all) {
        const value = await one.authorization?.();
        if (value !== undefined) return value;
      }
      return undefined;
    },
    async keyPair() {
      for (const one of all) {
        const pair = await one.keyPair?.();
        if (pair !== undefined) return pair;
      }
      return undefined;
    },
    refused() {
      for (const one of all) one.refused?.();
    },
  };
}
