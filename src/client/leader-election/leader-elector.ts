// Follows staging/src/k8s.io/client-go/tools/leaderelection/leaderelection.go (v1.36)

import { type Clock, sleep, systemClock } from '../clock/index.js';
import { LeaseLock, type LeaseLockOptions } from './lease-lock.js';

/** Options of a `LeaderElector`. */
export interface LeaderElectorOptions extends Pick<LeaseLockOptions, 'leases' | 'name'> {
  /** Unique for each candidate and each start of it. */
  readonly identity: string;
  /**
   * Runs while this candidate is the leader. The signal is aborted when leadership is lost: it must then return soon.
   */
  readonly lead: (signal: AbortSignal) => Promise<void>;
  readonly onNewLeader?: ((identity: string) => void) | undefined;
  /** Called with failures to acquire or renew the lease; the elector keeps trying. */
  readonly onError?: ((error: unknown) => void) | undefined;
  /** How long other candidates wait before they take over a lease that is not renewed. Unset: 15 s. */
  readonly leaseDurationMilliseconds?: number | undefined;
  /** A leader that could not renew its lease for this long gives up leadership. Unset: 10 s. */
  readonly renewDeadlineMilliseconds?: number | undefined;
  /** Interval between attempts to acquire or renew the lease. Unset: 2 s. */
  readonly retryMilliseconds?: number | undefined;
  readonly clock?: Clock | undefined;
  readonly random?: (() => number) | undefined;
}

const jitter = 1.2;

/** Leader election with a Lease: at most one candidate leads at a time. */
export class LeaderElector {
  readonly #claimant: LeaseLock;
  readonly #lead: (signal: AbortSignal) => Promise<void>;
  readonly #onNewLeader: (identity: string) => void;
  readonly #onError: (error: unknown) => void;
  readonly #renewDeadlineMilliseconds: number;
  readonly #retryMilliseconds: number;
  readonly #clock: Clock;
  readonly #random: () => number;
  #reportedLeader = '';
  /** When the last successful claim was made. */
  #claimedAt = 0;
  #isLeading = false;

  constructor(options: LeaderElectorOptions) {
    const { leases, name, identity, leaseDurationMilliseconds = 15_000, clock = systemClock } = options;
    this.#claimant = new LeaseLock({ leases, name, identity, leaseDurationMilliseconds, clock });
    this.#lead = options.lead;
    this.#onNewLeader = options.onNewLeader ?? (() => undefined);
    this.#onError = options.onError ?? ((error) => process.emitWarning(`cannot claim lease ${name}: ${error}`));
    this.#renewDeadlineMilliseconds = options.renewDeadlineMilliseconds ?? 10_000;
    this.#retryMilliseconds = options.retryMilliseconds ?? 2000;
    this.#clock = clock;
    this.#random = options.random ?? Math.random;
    if (identity === '') throw new TypeError('a candidate needs an identity');
    this.#checkDurations(leaseDurationMilliseconds);
  }

  get isLeading(): boolean {
    return this.#isLeading;
  }

  /** Identity of the last observed leader; empty: none. */
  get leader(): string {
    return this.#claimant.holder;
  }

  /**
   * Waits for the lease, leads, and resolves when it no longer leads: the signal was aborted, `lead` returned, or the
   * lease was lost. Call it again to become a candidate again. Rejects with what `lead` throws.
   */
  async run(signal: AbortSignal): Promise<void> {
    if (!(await this.#acquire(signal))) return;
    this.#isLeading = true;
    const end = new AbortController();
    const ended = AbortSignal.any([signal, end.signal]);
    const leading = this.#startLeading(ended).finally(() => end.abort());
    // Awaited below, possibly after it has rejected.
    leading.catch(() => undefined);
    try {
      await this.#renew(ended);
      end.abort();
      await leading;
    } finally {
      this.#isLeading = false;
      await this.#inTime((limit) => this.#claimant.release(limit)).catch(this.#onError);
    }
  }

  async #startLeading(signal: AbortSignal): Promise<void> {
    await this.#lead(signal);
  }

  /** Returns false if the signal was aborted first. */
  async #acquire(signal: AbortSignal): Promise<boolean> {
    while (!signal.aborted) {
      if (await this.#claim(signal)) return true;
      await this.#pause(this.#retryMilliseconds * (1 + jitter * this.#random()), signal);
    }
    return false;
  }

  /** Resolves when the lease was not renewed in time, or no longer needs to be. */
  async #renew(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.#pause(this.#retryMilliseconds, signal);
      if (signal.aborted || (await this.#claim(signal))) continue;
      const isLost = this.leader !== '' && !this.#claimant.isHolder;
      if (isLost || this.#clock.monotonic() - this.#claimedAt >= this.#renewDeadlineMilliseconds) return;
    }
  }

  async #claim(signal: AbortSignal): Promise<boolean> {
    const startedAt = this.#clock.monotonic();
    try {
      const isClaimed = await this.#inTime((limit) => this.#claimant.claim(limit), signal);
      if (isClaimed) this.#claimedAt = startedAt;
      this.#reportLeader();
      return isClaimed;
    } catch (error) {
      if (!signal.aborted) this.#onError(error);
      return false;
    }
  }

  /** Aborts an unanswered attempt at the time after which a leader can no longer be sure that it leads. */
  async #inTime<Value>(attempt: (limit: AbortSignal) => Promise<Value>, signal?: AbortSignal): Promise<Value> {
    const limit = new AbortController();
    const spent = this.#isLeading ? this.#clock.monotonic() - this.#claimedAt : 0;
    const cancel = this.#clock.after(this.#renewDeadlineMilliseconds - spent, () =>
      limit.abort(new Error('no response about the lease in time')),
    );
    // Not AbortSignal.any: it retains derived signals as long as the source signal lives.
    const stop = (): void => limit.abort(signal?.reason);
    if (signal?.aborted) stop();
    signal?.addEventListener('abort', stop, { once: true });
    try {
      return await attempt(limit.signal);
    } finally {
      cancel();
      signal?.removeEventListener('abort', stop);
    }
  }

  #reportLeader(): void {
    const { leader } = this;
    if (leader === this.#reportedLeader) return;
    this.#reportedLeader = leader;
    if (leader !== '') this.#onNewLeader(leader);
  }

  #pause(milliseconds: number, signal: AbortSignal): Promise<void> {
    return sleep(this.#clock, milliseconds, { signal }).catch(() => undefined);
  }

  #checkDurations(leaseDurationMilliseconds: number): void {
    const [deadline, retry] = [this.#renewDeadlineMilliseconds, this.#retryMilliseconds];
    if (retry <= 0) throw new TypeError('the retry period must be longer than zero');
    if (deadline <= retry * jitter) throw new TypeError('the renew deadline must be longer than the retry period');
    if (leaseDurationMilliseconds <= deadline) {
      throw new TypeError('the lease duration must be longer than the renew deadline');
    }
  }
}
