import { encodeJson } from '../../apimachinery/codec/index.js';
import { compareBytes } from '../../apimachinery/meta/index.js';
import type { ApiServerOptions } from '../../server/index.js';
import { decodeForeign } from '../../server/registry/index.js';
import { listIn, objectIn, textIn } from '../fields.js';
import { builtInCodecs } from '../forms.js';

/** How servers that share a store know of each other. Both give the addresses of those that are there. */
export interface ServerAddresses {
  /** Says that this server is there. `published`: the addresses that clients are told by now. */
  join(published: readonly string[]): Promise<readonly string[]>;
  /** Says that it goes. */
  leave(published: readonly string[]): Promise<readonly string[]>;
}

const prefix = '/masterleases/';
/** A server that has not said for so long that it is there has gone. */
const leaseSeconds = 15;

/** Each server keeps a record in the store, which goes by itself when the server does not renew it. */
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
      const [subset] = listIn(decodeForeign(value, builtInCodecs)['subsets']).map(objectIn);
      const [address] = listIn(subset?.['addresses']).map(objectIn);
      return textIn(address?.['ip']) || [];
    });
  }
}

/** Servers know how many they are. Those of others are only ever dropped where there are too many. */
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
    // Counted from this one on: those right after it go first, so that servers agree in the end.
    const others = [...all.slice(own + 1), ...all.slice(0, own)];
    const kept = new Set([this.#own, ...others.slice(Math.max(0, all.length - this.#count))]);
    return all.filter((address) => kept.has(address));
  }

  async leave(published: readonly string[]): Promise<readonly string[]> {
    return published.filter((address) => address !== this.#own);
  }
}
