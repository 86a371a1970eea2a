import { readFile } from 'node:fs/promises';
import { type Clock, systemClock } from '../clock/index.js';

export interface KeyPair {
  /** PEM. */
  readonly certificate: string;
  readonly key: string;
}

/** What a client shows to say who it is; asked for each request, so that it may change. */
export interface Credentials {
  /** The value of the Authorization header. */
  authorization?(): Promise<string | undefined>;
  /** For new connections. A pair that is another object than before makes the transport connect anew. */
  keyPair?(): Promise<KeyPair | undefined>;
  /** The server has answered 401: what is remembered may have been taken back. */
  refused?(): void;
}

export function bearerToken(token: string): Credentials {
  return { authorization: async () => `Bearer ${token}` };
}

export function basicCredentials(username: string, password: string): Credentials {
  const value = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  return { authorization: async () => value };
}

export function clientCertificate(pair: KeyPair): Credentials {
  return { keyPair: async () => pair };
}

const rereadMilliseconds = 60_000;

/** A token in a file that is written anew now and then, as a Pod's is. A file that cannot be read leaves the last one. */
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

/** The first of several that has an answer. */
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
