/** A lease that further keys may still join. */
interface OpenLease {
  readonly id: Promise<bigint>;
  /** It lives at least until then. */
  readonly expiresAt: number;
  keys: number;
}

const mostKeys = 1000;
const widestWindowSeconds = 60;
/** Between the choice of a lease and the moment at which etcd has stored the key. */
const commitMilliseconds = 500;

/**
 * Keys that are to expire at about the same time share a lease, since leases cost etcd more than keys. A key lives at
 * least as long as it was asked to, and at most a twentieth longer (a minute at most, a second at least), beside the
 * second or so that etcd itself takes its time.
 */
export class Leases {
  readonly #grant: (ttlSeconds: number) => Promise<bigint>;
  readonly #now: () => number;
  #open: OpenLease[] = [];

  constructor(options: { grant: (ttlSeconds: number) => Promise<bigint>; now: () => number }) {
    this.#grant = options.grant;
    this.#now = options.now;
  }

  /** The lease for one more key that is written now. */
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

  /** etcd does not know the lease: nobody may join it any more. */
  async forget(id: bigint): Promise<void> {
    const ids = await Promise.all(this.#open.map((lease) => lease.id.catch(() => undefined)));
    const gone = this.#open.filter((_lease, index) => ids[index] === id);
    this.#open = this.#open.filter((lease) => !gone.includes(lease));
  }

  #begin(ttlSeconds: number, now: number): OpenLease {
    this.#open = this.#open.filter((lease) => lease.expiresAt > now && lease.keys < mostKeys);
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
