import type { UserInfo } from '../request-context.js';
import type { RequestInfo } from '../routing/index.js';
import type { Queue } from './fair-queues.js';
import type { Flow } from './flow.js';

/** Why a request is not executed. */
export type Refusal = 'concurrency-limit' | 'queue-full' | 'time-out' | 'cancelled';
export type Verdict = 'execute' | Refusal;

/** A request at a priority level, from its arrival to its end. */
export class Ticket {
  readonly flow: Flow;
  /** How much of the level's room it takes. */
  readonly seats: number;
  readonly user: UserInfo;
  readonly info: RequestInfo;
  readonly arrivedAt: number;
  startedAt = 0;
  /** That it waits or waited in; undefined for one that did not have to. */
  queue: Queue | undefined;
  /** Ends its waiting. */
  decide: ((verdict: Verdict) => void) | undefined;

  constructor(flow: Flow, request: { user: UserInfo; info: RequestInfo }, estimate: { seats: number; now: number }) {
    this.flow = flow;
    this.user = request.user;
    this.info = request.info;
    this.seats = estimate.seats;
    this.arrivedAt = estimate.now;
  }

  /** What its flow is told apart from others of the same schema by. */
  get distinguisher(): string {
    switch (this.flow.distinguishedBy) {
      case 'ByUser':
        return this.user.name;
      case 'ByNamespace':
        return this.info.namespace;
      default:
        return '';
    }
  }
}
