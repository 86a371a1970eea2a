// Follows staging/src/k8s.io/apiserver/pkg/storage/etcd3/lease_manager.go (v1.36)

/** A lease that further keys may still use. */
interface OpenLease {
  readonly id: Promise<bigint>;
  /** The lease lives at least until then. */
  readonly expiresAt: number;
  keys: number;
}

const mostKeys = 1000;
const widestWindowSeconds = 60;
/** The time between choosing a lease and etcd having stored the key. */
const commitMilliseconds = 500;

/**
 * Keys that expire at about the same time share a lease, because leases cost etcd more than keys. A key lives at least
 * for its TTL, and at most a twentieth longer (at least a second, at most a minute), plus the second or so by which
 * etcd itself is late.
 */
export class Leases {
  readonly #grant: (ttlSeconds: number) => Promise<bigint>;
  readonly #now: () => number;
  #open: OpenLease[] = [];
  #sizes: number[] = [];

  constructor(options: { grant: (ttlSeconds: number) => Promise<bigint>; now: () => number }) {
    this.#grant = options.grant;
    this.#now = options.now;
  }

  /** Returns the lease for a key that is written now. */
  forKey(ttlSeconds: number): Promise<bigint> {
    const now = this.#now();
    const window = windowSeconds(ttlSeconds);
    const earliest = now + ttlSeconds * 1000 + commitMilliseconds;
    const latest = now + (ttlSeconds + window) * 1000;
    const shared = this.#open.find(
      (lease) => lease.keys < mostKeys && lease.expiresAt >= earliest && lease.expiresAt <= latest,
    );
    const lease = shared ?? this.#begin(Math.ceil(ttlSeconds + window), now);
    lease.keys++;
    return lease.id;
  }

  /** The numbers of keys of leases that have begun since the last call: how well leases are shared. */
  takeSizes(): readonly number[] {
    const sizes = this.#sizes;
    this.#sizes = [];
    return sizes;
  }

  /** Called when etcd does not know the lease: no further key may use it. */
  async forget(id: bigint): Promise<void> {
    const ids = await Promise.all(this.#open.map((lease) => lease.id.catch(() => undefined)));
    const gone = this.#open.filter((_lease, index) => ids[index] === id);
    this.#open = this.#open.filter((lease) => !gone.includes(lease));
  }

  #begin(ttlSeconds: number, now: number): OpenLease {
    const done = this.#open.filter((lease) => lease.expiresAt <= now || lease.keys >= mostKeys);
    this.#sizes.push(...done.map(({ keys }) => keys));
    this.#open = this.#open.filter((lease) => !done.includes(lease));
    const lease: OpenLease = { id: this.#grant(ttlSeconds), expiresAt: now + ttlSeconds * 1000, keys: 0 };
    this.#open.push(lease);
    lease.id.catch(() => {
      this.#open = this.#open.filter((other) => other !== lease);
    });
    return lease;
  }
}

function windowSeconds(ttlSeconds: number): number {
  return Math.max(1, Math.min(widestWindowSeconds, Math.ceil(ttlSeconds / 20)));
}
