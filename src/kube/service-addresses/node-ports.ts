// Follows pkg/registry/core/service/portallocator/allocator.go (v1.36)

import type { RangeAllocation } from '../../api/core/v1.js';
import { encodeJson } from '../../apimachinery/codec/index.js';
import { SerialQueue } from '../../apimachinery/event-loop/index.js';
import type { JsonObject } from '../../apimachinery/meta/index.js';
import type { ApiServerOptions } from '../../server/index.js';
import { decodeForeign, toStatusError } from '../../server/registry/index.js';
import { builtInCodecs } from '../built-in-codecs.js';
import { AllocationError, rangeIsFull } from './allocation-error.js';
import type { AllocationMetrics } from './allocation-metrics.js';
import { PortRange } from './port-range.js';

export interface NodePortsOptions {
  readonly storage: ApiServerOptions['storage'];
  /** --service-node-port-range */
  readonly range: PortRange;
  readonly random?: () => number;
  readonly metrics?: AllocationMetrics;
}

const key = '/ranges/servicenodeports';

/**
 * Allocates node ports. All allocations are in one RangeAllocation object, as in upstream. It is written with
 * optimistic concurrency, so that several servers can share a storage.
 */
export class NodePorts {
  readonly range: PortRange;
  readonly #storage: ApiServerOptions['storage'];
  readonly #random: () => number;
  readonly #metrics: AllocationMetrics | undefined;
  /** Serializes the changes of this server, so that they do not conflict with each other. */
  readonly #changes = new SerialQueue();

  constructor({ storage, range, random = Math.random, metrics }: NodePortsOptions) {
    this.#metrics = metrics;
    this.#storage = storage;
    this.range = range;
    this.#random = random;
  }

  /** Allocates the requested port. Throws `AllocationError`. */
  async allocate(port: number): Promise<void> {
    await this.#measured('static', () => this.#allocate(port));
  }

  /** Allocates any free port. Throws `AllocationError`. */
  async allocateNext(): Promise<number> {
    return this.#measured('dynamic', () => this.#allocateNext());
  }

  async #measured<Result>(scope: 'static' | 'dynamic', allocate: () => Promise<Result>): Promise<Result> {
    return this.#metrics ? this.#metrics.port(scope, allocate) : allocate();
  }

  async #allocate(port: number): Promise<void> {
    if (!this.range.has(port)) {
      const valid = `The range of valid ports is ${this.range}`;
      throw new AllocationError(`provided port is not in the valid range. ${valid}`);
    }
    await this.#change((allocated) => {
      if (allocated.has(port)) throw new AllocationError('provided port is already allocated');
      allocated.add(port);
    });
  }

  async #allocateNext(): Promise<number> {
    let chosen = 0;
    await this.#change((allocated) => {
      chosen = this.#firstFree(allocated);
      allocated.add(chosen);
    });
    return chosen;
  }

  async allocated(): Promise<ReadonlySet<number>> {
    const { entry } = await this.#read();
    return portsIn(entry?.value);
  }

  async release(ports: readonly number[]): Promise<void> {
    if (ports.length === 0) return;
    await this.#change((allocated) => {
      for (const port of ports) allocated.delete(port);
    });
  }

  /** Marks ports of existing services as allocated. */
  async restore(ports: readonly number[]): Promise<void> {
    if (ports.length === 0) return;
    await this.#change((allocated) => {
      for (const port of ports) allocated.add(port);
    });
  }

  #firstFree(allocated: ReadonlySet<number>): number {
    for (const port of this.range.candidates(this.#random)) if (!allocated.has(port)) return port;
    throw rangeIsFull();
  }

  #change(change: (allocated: Set<number>) => void): Promise<void> {
    return this.#changes.run(() => this.#changeNow(change));
  }

  /** Changes the allocations; retries on conflicts with other servers. */
  async #changeNow(change: (allocated: Set<number>) => void): Promise<void> {
    let { entry: current } = await this.#read();
    for (;;) {
      const allocated = portsIn(current?.value);
      change(allocated);
      const value = encodeJson(rangeAllocation(allocated, this.range));
      if (current?.value.equals(value)) return;
      const outcome = await this.#write(value, current?.modRevision ?? 0n);
      if (outcome.committed) return void this.#metrics?.portsInUse({ used: allocated.size, size: this.range.size });
      [current] = outcome.current;
    }
  }

  async #read() {
    try {
      return await this.#storage.get(key);
    } catch (error) {
      throw toStatusError(error);
    }
  }

  async #write(value: Buffer, expect: bigint) {
    try {
      return await this.#storage.commit([{ type: 'put', key, value, expect }]);
    } catch (error) {
      throw toStatusError(error);
    }
  }
}

/** A big-endian bitmap: the first port is the lowest bit. */
function rangeAllocation(allocated: ReadonlySet<number>, range: PortRange): JsonObject {
  const bits = Buffer.alloc(Math.ceil(range.size / 8));
  for (const port of allocated) {
    if (!range.has(port)) continue;
    const offset = port - range.first;
    const place = bits.length - 1 - (offset >> 3);
    bits[place] = bits[place]! | (1 << (offset & 7));
  }
  const data = bits.toString('base64');
  return { apiVersion: 'v1', kind: 'RangeAllocation', metadata: {}, range: String(range), data };
}

/** Returns the allocated ports of a record, whose range may differ from the configured one. */
function portsIn(value: Buffer | undefined): Set<number> {
  const allocated = new Set<number>();
  if (value === undefined) return allocated;
  const record = decodeForeign(value, builtInCodecs) as RangeAllocation;
  const range = PortRange.parse(record.range);
  if (range === undefined) return allocated;
  const bits = Buffer.from(record.data ?? '', 'base64');
  for (let offset = 0; offset < range.size && offset < bits.length * 8; offset++) {
    if (bits[bits.length - 1 - (offset >> 3)]! & (1 << (offset & 7))) allocated.add(range.first + offset);
  }
  return allocated;
}
