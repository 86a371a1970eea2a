// Follows staging/src/k8s.io/apiserver/pkg/util/flowcontrol/fairqueuing/queueset/queueset.go (v1.36)

import { systemClock } from '../../apimachinery/clock/index.js';
import type { PriorityLevelConfiguration, Queuing } from './configuration.js';
import { FairQueues } from './fair-queues.js';
import type { LevelUsage } from './level-usage.js';
import type { Ticket, Verdict } from './ticket.js';

/** The seats of a level. */
export interface SeatLimits {
  readonly nominal: number;
  /** The seats that it never lends. */
  readonly lower: number;
  /** Including all that it may borrow. */
  readonly upper: number;
}

export interface LevelEnvironment {
  readonly now: () => number;
  /** Maximum time in a queue. */
  readonly queueWaitMilliseconds: number;
  /** Called when requests need more seats than the level has, so that borrowing can be adjusted. */
  readonly onContention: () => void;
}

/** Requests that share seats: each occupies some while it executes; without free seats it is queued or rejected. */
export class PriorityLevel {
  readonly name: string;
  /** Since the start of the server. */
  readonly totals = { dispatched: 0, rejected: 0, timedOut: 0, cancelled: 0 };
  readonly executing = new Set<Ticket>();
  seatLimits: SeatLimits = { nominal: 0, lower: 0, upper: 0 };
  /** The current seats: its nominal ones, less those lent, plus those borrowed. */
  limit = 0;
  seatsInUse = 0;
  waiting = 0;
  waitingSeats = 0;
  /** Unset: the use of seats is not measured. */
  usage: LevelUsage | undefined;
  readonly #environment: LevelEnvironment;
  #configuration: PriorityLevelConfiguration;
  #isExempt = false;
  #queues: FairQueues | undefined;
  #highestDemand = 0;

  constructor(configuration: PriorityLevelConfiguration, environment: LevelEnvironment) {
    this.name = configuration.metadata.name;
    this.#environment = environment;
    this.#configuration = configuration;
    this.configure(configuration);
  }

  get configuration(): PriorityLevelConfiguration {
    return this.#configuration;
  }

  get isExempt(): boolean {
    return this.#isExempt;
  }

  get queues(): FairQueues | undefined {
    return this.#queues;
  }

  /** How many requests can wait; at least 1. */
  get queueCapacity(): number {
    const { queues, queueLengthLimit } = this.#queues?.queuing ?? { queues: 1, queueLengthLimit: 1 };
    return queues * queueLengthLimit;
  }

  /** Queued requests keep their places unless the queues change: then they are queued again. */
  configure(configuration: PriorityLevelConfiguration): void {
    this.#configuration = configuration;
    this.#isExempt = configuration.spec.type === 'Exempt';
    const queuing = queuingOf(configuration);
    const before = this.#queues;
    if (sameQueuing(queuing, before?.queuing)) return;
    const left = before?.queues.flatMap(({ waiting }) => waiting) ?? [];
    this.#queues = queuing && new FairQueues(queuing);
    for (const ticket of left) if (!this.#queues?.enqueue(ticket)) ticket.decide?.('queue-full');
  }

  /**
   * Synchronous if there is room, as nearly always; returns a promise only if the request is queued. Only queued
   * requests are charged to their flow: fairness does not matter while there is room for all.
   */
  enter(ticket: Ticket, signal: () => AbortSignal): Verdict | Promise<Verdict> {
    if (this.#isExempt || this.#isFreeFor(ticket)) return this.#execute(ticket, ticket.arrivedAt);
    this.#environment.onContention();
    if (this.#isFreeFor(ticket)) return this.#execute(ticket, ticket.arrivedAt);
    if (!this.#queues) return this.#refuse('concurrency-limit');
    if (!this.#queues.enqueue(ticket)) return this.#refuse('queue-full');
    return this.#wait(ticket, signal());
  }

  leave(ticket: Ticket, now: number): void {
    this.executing.delete(ticket);
    this.seatsInUse -= ticket.seats;
    this.usage?.changed(this, now);
    if (ticket.queue) this.#queues?.end(ticket, now - ticket.startedAt);
    if (this.waiting > 0) this.dispatch();
  }

  /** Dispatches as many queued requests as there is room for. */
  dispatch(): void {
    while (this.waiting > 0) {
      const ticket = this.#queues?.next();
      if (!ticket || !this.#hasRoom(ticket.seats)) return;
      this.#queues?.begin(ticket);
      ticket.decide?.('execute');
      this.#execute(ticket, this.#environment.now());
    }
  }

  /** The highest number of seats in use and requested since the last call. */
  takeHighestDemand(): number {
    const highest = this.#highestDemand;
    this.#highestDemand = this.seatsInUse + this.waitingSeats;
    return highest;
  }

  /** New requests must not overtake queued ones. */
  #isFreeFor({ seats }: Ticket): boolean {
    return this.waiting === 0 && this.#hasRoom(seats);
  }

  /** A request that needs more seats than the level has executes alone. */
  #hasRoom(seats: number): boolean {
    return this.seatsInUse + seats <= this.limit || (seats > this.limit && this.executing.size === 0);
  }

  #execute(ticket: Ticket, now: number): 'execute' {
    this.executing.add(ticket);
    this.seatsInUse += ticket.seats;
    this.totals.dispatched++;
    ticket.startedAt = now;
    this.usage?.changed(this, now);
    this.#noteDemand();
    return 'execute';
  }

  #wait(ticket: Ticket, signal: AbortSignal): Promise<Verdict> {
    this.waiting++;
    this.waitingSeats += ticket.seats;
    this.usage?.changed(this, ticket.arrivedAt);
    this.#noteDemand();
    return new Promise((resolve) => {
      const decide = (verdict: Verdict): void => {
        ticket.decide = undefined;
        cancelTimer();
        signal.removeEventListener('abort', cancel);
        this.waiting--;
        this.waitingSeats -= ticket.seats;
        this.usage?.changed(this, this.#environment.now());
        resolve(verdict === 'execute' ? verdict : this.#refuse(verdict));
      };
      const giveUp = (verdict: Verdict): void => {
        this.#queues?.remove(ticket);
        decide(verdict);
        this.dispatch();
      };
      const cancel = (): void => giveUp('cancelled');
      const cancelTimer = systemClock.after(this.#environment.queueWaitMilliseconds, () => giveUp('time-out'));
      ticket.decide = decide;
      signal.addEventListener('abort', cancel, { once: true });
      if (signal.aborted) cancel();
    });
  }

  #refuse(verdict: Verdict): Verdict {
    this.totals.rejected++;
    if (verdict === 'time-out') this.totals.timedOut++;
    if (verdict === 'cancelled') this.totals.cancelled++;
    return verdict;
  }

  #noteDemand(): void {
    const demand = this.seatsInUse + this.waitingSeats;
    if (demand > this.#highestDemand) this.#highestDemand = demand;
  }
}

const defaultQueuing: Queuing = { queues: 64, handSize: 8, queueLengthLimit: 50 };

/** Undefined: requests beyond the limit are rejected. */
function queuingOf({ spec }: PriorityLevelConfiguration): Queuing | undefined {
  const response = spec.limited?.limitResponse;
  if (response?.type !== 'Queue') return undefined;
  const { queues, handSize, queueLengthLimit } = { ...defaultQueuing, ...response.queuing };
  return { queues, handSize: Math.min(handSize, queues), queueLengthLimit };
}

function sameQueuing(one: Queuing | undefined, other: Queuing | undefined): boolean {
  if (!one || !other) return one === other;
  return (
    one.queues === other.queues && one.handSize === other.handSize && one.queueLengthLimit === other.queueLengthLimit
  );
}
