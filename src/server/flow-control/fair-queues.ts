import type { Queuing } from './configuration.js';
import { dealHand } from './shuffle-sharding.js';
import type { Ticket } from './ticket.js';

/** What a request is taken to last before it is known, in milliseconds. */
const expectedMilliseconds = 3;

/** Requests of a few flows, in the order in which they came. */
export class Queue {
  readonly index: number;
  readonly waiting: Ticket[] = [];
  executing = 0;
  seatsInUse = 0;
  waitingSeats = 0;
  /** The virtual time at which its next request begins: what its requests before have used moves it on. */
  nextStart = 0;

  constructor(index: number) {
    this.index = index;
  }
}

/**
 * The queues of a priority level, served so that each gets the same share of seats and time, whatever the others ask
 * for. Virtual time is that at which the request that was taken last began; a queue's next request begins, in virtual
 * time, when those before it have used up their seats times their duration; the one that would end first is next.
 */
export class FairQueues {
  readonly #queuing: Queuing;
  readonly #queues: (Queue | undefined)[];
  /** Those that requests wait in, the one that was served longest ago first. */
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

  /** Puts a request into the emptiest queue of its flow's hand; false: even that is full. */
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

  /** The request whose turn it is. */
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

  /** The request leaves its queue to be executed. */
  begin(ticket: Ticket): void {
    const queue = ticket.queue!;
    this.remove(ticket);
    this.#virtualTime = Math.max(this.#virtualTime, queue.nextStart);
    queue.nextStart += ticket.seats * expectedMilliseconds;
    queue.executing++;
    queue.seatsInUse += ticket.seats;
    if (this.#active.delete(queue)) this.#active.add(queue);
  }

  /** Now it is known how long it took. */
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
