// Follows pkg/controlplane/reconcilers/instancecount.go (v1.36)
// Follows pkg/controlplane/reconcilers/lease.go (v1.36)

import type { Endpoints } from '../../api/core/v1.js';
import { encodeJson } from '../../apimachinery/codec/index.js';
import { compareBytes } from '../../apimachinery/meta/index.js';
import type { ApiServerOptions } from '../../server/index.js';
import { decodeForeign } from '../../server/registry/index.js';
import { builtInCodecs } from '../built-in-codecs.js';

/** Membership of the servers that share a storage. Both methods return the addresses of the live servers. */
export interface ServerAddresses {
  /** Registers or renews this server. `published`: the addresses currently in the endpoints. */
  join(published: readonly string[]): Promise<readonly string[]>;
  /** Unregisters this server. */
  leave(published: readonly string[]): Promise<readonly string[]>;
}

const prefix = '/masterleases/';
/** A server that has not renewed its registration for this long is considered dead. */
const leaseSeconds = 15;

/** Each server has a record with a TTL in the storage, and renews it. */
export class LeasedAddresses implements ServerAddresses {
  readonly #storage: ApiServerOptions['storage'];
  readonly #own: string;

  constructor(storage: ApiServerOptions['storage'], own: string) {
    this.#storage = storage;
    this.#own = own;
  }

  async join(): Promise<readonly string[]> {
    const subsets = [{ addresses: [{ ip: this.#own }] }];
    const value = encodeJson({ apiVersion: 'v1', kind: 'Endpoints', metadata: {}, subsets });
    await this.#storage.commit([{ type: 'put', key: prefix + this.#own, value, ttlSeconds: leaseSeconds }]);
    return this.#list();
  }

  async leave(): Promise<readonly string[]> {
    await this.#storage.commit([{ type: 'delete', key: prefix + this.#own }]);
    return this.#list();
  }

  async #list(): Promise<string[]> {
    const { entries } = await this.#storage.range(prefix);
    return entries.flatMap(({ value }) => {
      const { subsets } = decodeForeign(value, builtInCodecs) as Endpoints;
      return subsets?.[0]?.addresses?.[0]?.ip || [];
    });
  }
}

/** For a fixed number of servers. Addresses of others are dropped only if there are too many. */
export class CountedAddresses implements ServerAddresses {
  readonly #own: string;
  readonly #count: number;

  constructor(own: string, count: number) {
    this.#own = own;
    this.#count = count;
  }

  async join(published: readonly string[]): Promise<readonly string[]> {
    const all = [...new Set([...published, this.#own])].sort(compareBytes);
    const own = all.indexOf(this.#own);
    // Drops those that follow this server's address in order first, so that all servers converge.
    const others = [...all.slice(own + 1), ...all.slice(0, own)];
    const kept = new Set([this.#own, ...others.slice(Math.max(0, all.length - this.#count))]);
    return all.filter((address) => kept.has(address));
  }

  async leave(published: readonly string[]): Promise<readonly string[]> {
    return published.filter((address) => address !== this.#own);
  }
}
