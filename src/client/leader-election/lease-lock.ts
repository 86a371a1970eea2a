// Follows staging/src/k8s.io/client-go/tools/leaderelection/leaderelection.go (v1.36)

import { type JsonObject, jsonEqual } from '../../apimachinery/meta/index.js';
import { ignoreNotFound, isAlreadyExists, isConflict, isNotFound } from '../../apimachinery/status/index.js';
import type { Clock } from '../clock/index.js';
import type { ResourceClient } from '../rest/index.js';
import { claimed, type Lease, released } from './lease.js';

export interface LeaseLockOptions {
  readonly leases: Pick<ResourceClient<Lease>, 'get' | 'create' | 'update'>;
  readonly name: string;
  readonly identity: string;
  readonly leaseDurationMilliseconds: number;
  readonly clock: Clock;
}

/**
 * Acquires and renews a lease. Clocks of different machines differ: another holder's lease counts as expired when it
 * has been observed unchanged for its duration, regardless of the times recorded in it.
 */
export class LeaseLock {
  readonly #options: LeaseLockOptions;
  #seen: Lease | undefined;
  /** When the lease was last observed to change. */
  #seenAt = Number.NEGATIVE_INFINITY;

  constructor(options: LeaseLockOptions) {
    this.#options = options;
  }

  /** Identity of the last observed holder; empty: none. */
  get holder(): string {
    return this.#seen?.spec?.holderIdentity ?? '';
  }

  get isHolder(): boolean {
    return this.holder === this.#options.identity;
  }

  /**
   * Returns true if the lease is held, for its duration from the time of the call. False if another candidate holds it
   * or was faster.
   */
  async claim(signal: AbortSignal): Promise<boolean> {
    try {
      if (this.#seen !== undefined && this.isHolder && this.#isInForce()) {
        const renewed = await this.#update(this.#seen, signal).catch(unlessConflict);
        if (renewed) return true;
      }
      const lease = await this.#read(signal);
      if (lease === undefined) return await this.#create(signal);
      this.#see(lease);
      if (this.holder !== '' && !this.isHolder && this.#isInForce()) return false;
      return await this.#update(lease, signal);
    } catch (error) {
      if (isConflict(error) || isAlreadyExists(error)) return false;
      throw error;
    }
  }

  /** Releases the lease, so that others can acquire it immediately. */
  async release(signal: AbortSignal): Promise<void> {
    const { leases, clock } = this.#options;
    if (this.#seen === undefined || !this.isHolder) return;
    this.#see(await leases.update(released(this.#seen, clock.now()), { signal }));
  }

  #isInForce(): boolean {
    const duration = (this.#seen?.spec?.leaseDurationSeconds ?? 0) * 1000;
    return this.#options.clock.monotonic() < this.#seenAt + duration;
  }

  #read(signal: AbortSignal): Promise<Lease | undefined> {
    const { leases, name } = this.#options;
    return leases.get(name, { signal }).catch(ignoreNotFound);
  }

  async #create(signal: AbortSignal): Promise<boolean> {
    const { leases, name } = this.#options;
    const lease = { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata: { name } };
    this.#see(await leases.create(this.#claimed(lease), { signal }));
    return this.isHolder;
  }

  async #update(lease: Lease, signal: AbortSignal): Promise<boolean> {
    this.#see(await this.#options.leases.update(this.#claimed(lease), { signal }));
    return this.isHolder;
  }

  #claimed(lease: Lease): Lease {
    const { identity, leaseDurationMilliseconds, clock } = this.#options;
    return claimed(lease, { identity, leaseDurationMilliseconds, now: clock.now() });
  }

  #see(lease: Lease): void {
    const isSame = jsonEqual(this.#seen?.spec as JsonObject | undefined, lease.spec as JsonObject | undefined);
    if (!isSame || this.#seen === undefined) this.#seenAt = this.#options.clock.monotonic();
    this.#seen = lease;
  }
}

/** A conflict: the lease was changed concurrently and must be reread. */
function unlessConflict(error: unknown): false {
  if (isConflict(error) || isNotFound(error)) return false;
  throw error;
}
