// Follows staging/src/k8s.io/apiserver/pkg/util/flowcontrol/fairqueuing/queueset/queueset.go (v1.36)

import type { Queuing } from './configuration.js';
import { dealHand } from './shuffle-sharding.js';
import type { Ticket } from './ticket.js';

/** The assumed duration of a request before it completes, in milliseconds. */
const expectedMilliseconds = 3;

/** The requests of a few flows, in arrival order. */
export class Queue {
  readonly index: number;
  readonly waiting: Ticket[] = [];
  executing = 0;
  seatsInUse = 0;
  waitingSeats = 0;
  /** The virtual start time of its next request; advanced by the seat-time that its earlier requests used. */
  nextStart = 0;

  constructor(index: number) {
    this.index = index;
  }
}

/**
 * The queues of a priority level, with fair queuing: each gets the same share of seat-time, however many requests the
 * others have. The virtual time is the virtual start of the request that was dispatched last. A queue's next request
 * starts, in virtual time, after the seat-time of those before it; the request with the earliest virtual finish is
 * dispatched next.
 */
export class FairQueues {
  readonly #queuing: Queuing;
  readonly #queues: (Queue | undefined)[];
  /** The non-empty queues, least recently served first. */
  readonly #active = new Set<Queue>();
  #virtualTime = 0;
  #enqueued = 0;

  constructor(queuing: Queuing) {
    this.#queuing = queuing;
    this.#queues = new Array(queuing.queues);
  }

  get queuing(): Queuing {
    return this.#queuing;
  }

  get queues(): readonly Queue[] {
    return this.#queues.filter((queue) => queue !== undefined);
  }

  /** Virtual times in seat-seconds. Without requests in queues, the next ones start now. */
  get virtualTimes(): { readonly now: number; readonly next: { readonly min: number; readonly max: number } } {
    const now = this.#virtualTime / 1000;
    const starts = [...this.#active].map(({ nextStart }) => nextStart / 1000);
    if (starts.length === 0) return { now, next: { min: now, max: now } };
    return { now, next: { min: Math.min(...starts), max: Math.max(...starts) } };
  }

  /** Adds a request to the shortest queue of its flow's hand. Returns false if even that one is full. */
  enqueue(ticket: Ticket): boolean {
    const queue = this.#emptiest(ticket);
    if (queue.waiting.length >= this.#queuing.queueLengthLimit) return false;
    if (queue.waiting.length === 0 && queue.nextStart < this.#virtualTime) queue.nextStart = this.#virtualTime;
    queue.waiting.push(ticket);
    queue.waitingSeats += ticket.seats;
    ticket.queue = queue;
    this.#active.add(queue);
    return true;
  }

  /** Returns the request to dispatch next. */
  next(): Ticket | undefined {
    let first: Ticket | undefined;
    let firstEnd = Number.POSITIVE_INFINITY;
    for (const { waiting, nextStart } of this.#active) {
      const end = nextStart + waiting[0]!.seats * expectedMilliseconds;
      if (end >= firstEnd) continue;
      first = waiting[0]!;
      firstEnd = end;
    }
    return first;
  }

  /** Dispatches the request from its queue. */
  begin(ticket: Ticket): void {
    const queue = ticket.queue!;
    this.remove(ticket);
    this.#virtualTime = Math.max(this.#virtualTime, queue.nextStart);
    queue.nextStart += ticket.seats * expectedMilliseconds;
    queue.executing++;
    queue.seatsInUse += ticket.seats;
    if (this.#active.delete(queue)) this.#active.add(queue);
  }

  /** Corrects the virtual time of the queue by the actual duration. */
  end({ queue, seats }: Ticket, milliseconds: number): void {
    queue!.executing--;
    queue!.seatsInUse -= seats;
    queue!.nextStart += seats * (milliseconds - expectedMilliseconds);
  }

  remove(ticket: Ticket): void {
    const queue = ticket.queue!;
    queue.waiting.splice(queue.waiting.indexOf(ticket), 1);
    queue.waitingSeats -= ticket.seats;
    if (queue.waiting.length === 0) this.#active.delete(queue);
  }

  #emptiest({ flow, distinguisher }: Ticket): Queue {
    const hand = dealHand(`${flow.name},${distinguisher}`, this.#queuing);
    const offset = this.#enqueued++ % hand.length;
    let emptiest: Queue | undefined;
    for (let index = 0; index < hand.length; index++) {
      const queue = this.#queue(hand[(offset + index) % hand.length]!);
      if (!emptiest || queue.waitingSeats < emptiest.waitingSeats) emptiest = queue;
    }
    return emptiest!;
  }

  #queue(index: number): Queue {
    this.#queues[index] ??= new Queue(index);
    return this.#queues[index];
  }
}
