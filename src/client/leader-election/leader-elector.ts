import { type Clock, sleep, systemClock } from '../clock/index.js';
import { LeaseClaimant, type LeaseClaimantOptions } from './lease-claimant.js';

export interface LeaderElectorOptions extends Pick<LeaseClaimantOptions, 'leases' | 'name'> {
  /** Different for each candidate, each start of it included. */
  readonly identity: string;
  /** What only the leader does. Its signal is aborted when it leads no longer: then it must end soon. */
  readonly lead: (signal: AbortSignal) => Promise<void>;
  readonly onNewLeader?: ((identity: string) => void) | undefined;
  /** Told of failures to claim the lease; the elector goes on trying. */
  readonly onError?: ((error: unknown) => void) | undefined;
  /** How long others leave the lease to a leader that they hear nothing of; 15 s unless told. */
  readonly leaseDurationMilliseconds?: number | undefined;
  /** A leader that could not renew its lease for this long gives up; 10 s unless told. */
  readonly renewDeadlineMilliseconds?: number | undefined;
  /** How often the lease is claimed; 2 s unless told. */
  readonly retryMilliseconds?: number | undefined;
  readonly clock?: Clock | undefined;
  readonly random?: (() => number) | undefined;
}

const jitter = 1.2;

/** Of several candidates for a lease one leads at a time. */
export class LeaderElector {
  readonly #claimant: LeaseClaimant;
  readonly #lead: (signal: AbortSignal) => Promise<void>;
  readonly #onNewLeader: (identity: string) => void;
  readonly #onError: (error: unknown) => void;
  readonly #renewDeadlineMilliseconds: number;
  readonly #retryMilliseconds: number;
  readonly #clock: Clock;
  readonly #random: () => number;
  #reportedLeader = '';
  /** When the last claim that succeeded was made. */
  #claimedAt = 0;
  #isLeading = false;

  constructor(options: LeaderElectorOptions) {
    const { leases, name, identity, leaseDurationMilliseconds = 15_000, clock = systemClock } = options;
    this.#claimant = new LeaseClaimant({ leases, name, identity, leaseDurationMilliseconds, clock });
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

  /** Who was last seen to lead; empty: nobody. */
  get leader(): string {
    return this.#claimant.holder;
  }

  /**
   * Waits for the lease, leads, and resolves when it leads no longer: because the signal was aborted, `lead` ended, or
   * the lease was lost. Call it again to be a candidate again. What `lead` throws is thrown.
   */
  async run(signal: AbortSignal): Promise<void> {
    if (!(await this.#acquire(signal))) return;
    this.#isLeading = true;
    const end = new AbortController();
    const ended = AbortSignal.any([signal, end.signal]);
    const leading = this.#startLeading(ended).finally(() => end.abort());
    // It is awaited below, after it may have failed.
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

  /** False: the signal was aborted before. */
  async #acquire(signal: AbortSignal): Promise<boolean> {
    while (!signal.aborted) {
      if (await this.#claim(signal)) return true;
      await this.#pause(this.#retryMilliseconds * (1 + jitter * this.#random()), signal);
    }
    return false;
  }

  /** Resolves when the lease could not be renewed in time, or need not be any longer. */
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

  /** What gets no answer is given up when a leader must be sure that it no longer leads. */
  async #inTime<Value>(attempt: (limit: AbortSignal) => Promise<Value>, signal?: AbortSignal): Promise<Value> {
    const limit = new AbortController();
    const spent = this.#isLeading ? this.#clock.monotonic() - this.#claimedAt : 0;
    const cancel = this.#clock.after(this.#renewDeadlineMilliseconds - spent, () =>
      limit.abort(new Error('there was no answer about the lease in time')),
    );
    // Not AbortSignal.any, which never lets go of what was derived from a signal that lives as long as this does.
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
