// Follows staging/src/k8s.io/apiserver/pkg/util/flowcontrol/fairqueuing/queueset/queueset.go (v1.36)

import type { UserInfo } from '../request-context.js';
import type { RequestInfo } from '../routing/index.js';
import type { Queue } from './fair-queues.js';
import type { Flow } from './flow.js';

/** Why a request is rejected. */
export type Refusal = 'concurrency-limit' | 'queue-full' | 'time-out' | 'cancelled';
export type Verdict = 'execute' | Refusal;

/** A request at a priority level, from arrival to completion. */
export class Ticket {
  readonly flow: Flow;
  /** The number of seats that it occupies. */
  readonly seats: number;
  readonly user: UserInfo;
  readonly info: RequestInfo;
  readonly arrivedAt: number;
  startedAt = 0;
  /** The queue that it waits or waited in; undefined if it was not queued. */
  queue: Queue | undefined;
  /** Ends the wait in the queue. */
  decide: ((verdict: Verdict) => void) | undefined;

  constructor(flow: Flow, request: { user: UserInfo; info: RequestInfo }, estimate: { seats: number; now: number }) {
    this.flow = flow;
    this.user = request.user;
    this.info = request.info;
    this.seats = estimate.seats;
    this.arrivedAt = estimate.now;
  }

  /** The flow distinguisher within the schema. */
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
