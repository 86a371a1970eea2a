// Follows staging/src/k8s.io/apiserver/pkg/util/flowcontrol/metrics/metrics.go (v1.36)

import { type Counter, flowControlMetrics, type Histogram, type MetricsRegistry } from '../metrics/index.js';
import type { FairQueues } from './fair-queues.js';
import type { Demand } from './level-usage.js';
import type { PriorityLevel } from './priority-level.js';
import type { Refusal, Ticket } from './ticket.js';

/** Metrics of one flow schema at its priority level. */
export class FlowMetrics {
  readonly #registry: MetricsRegistry;
  readonly #labels: { readonly priority_level: string; readonly flow_schema: string };
  readonly #dispatched: Counter;
  readonly #estimatedSeats: Histogram;
  readonly #executionDuration: Histogram;
  #immediate: Histogram | undefined;
  #lengths: Histogram | undefined;
  #waiting = 0;
  #waitingSeats = 0;

  constructor(registry: MetricsRegistry, names: { level: string; schema: string }) {
    this.#registry = registry;
    this.#labels = { priority_level: names.level, flow_schema: names.schema };
    this.#dispatched = registry.counter(flowControlMetrics.dispatched).with(this.#labels);
    this.#estimatedSeats = registry.histogram(flowControlMetrics.estimatedSeats).with(this.#labels);
    const execution = { ...this.#labels, type: 'regular' };
    this.#executionDuration = registry.histogram(flowControlMetrics.executionDuration).with(execution);
  }

  executionBegins({ seats, flow, queue }: Ticket): void {
    this.#dispatched.increment();
    this.#estimatedSeats.observe(seats);
    if (queue === undefined && !flow.level.isExempt) this.#passed(flow.level.queues !== undefined);
  }

  /** Upstream enqueues every request, even if it is dispatched at once. */
  #passed(hasQueues: boolean): void {
    this.#immediate ??= this.#registry
      .histogram(flowControlMetrics.waitDuration)
      .with({ ...this.#labels, execute: 'true' });
    this.#immediate.observe(0);
    if (!hasQueues) return;
    this.#lengths ??= this.#registry.histogram(flowControlMetrics.queueLength).with(this.#labels);
    this.#lengths.observe(1);
  }

  executionEnds({ startedAt }: Ticket, now: number): void {
    this.#executionDuration.observe((now - startedAt) / 1000);
  }

  waitingBegins({ seats, queue }: Ticket): void {
    this.#waiting++;
    this.#waitingSeats += seats;
    this.#registry.histogram(flowControlMetrics.queueLength).with(this.#labels).observe(queue!.waiting.length);
  }

  waitingEnds({ seats, arrivedAt }: Ticket, { now, isExecuted }: { now: number; isExecuted: boolean }): void {
    this.#waiting--;
    this.#waitingSeats -= seats;
    const labels = { ...this.#labels, execute: String(isExecuted) };
    this.#registry
      .histogram(flowControlMetrics.waitDuration)
      .with(labels)
      .observe((now - arrivedAt) / 1000);
  }

  rejected(reason: Refusal): void {
    this.#registry
      .counter(flowControlMetrics.rejected)
      .with({ ...this.#labels, reason })
      .increment();
  }

  /** Called when metrics are scraped. */
  collect(executing: { readonly requests: number; readonly seats: number }): void {
    const { executingRequests, executingSeats, inqueueRequests, inqueueSeats } = flowControlMetrics;
    this.#registry.gauge(executingRequests).with(this.#labels).set(executing.requests);
    this.#registry.gauge(executingSeats).with(this.#labels).set(executing.seats);
    this.#registry.gauge(inqueueRequests).with(this.#labels).set(this.#waiting);
    this.#registry.gauge(inqueueSeats).with(this.#labels).set(this.#waitingSeats);
  }
}

export function collectLevel(registry: MetricsRegistry, { name, limit, seatLimits, queues }: PriorityLevel): void {
  const labels = { priority_level: name };
  if (queues) collectVirtualTimes(registry, labels, queues);
  registry.gauge(flowControlMetrics.nominalLimitSeats).with(labels).set(seatLimits.nominal);
  registry.gauge(flowControlMetrics.lowerLimitSeats).with(labels).set(seatLimits.lower);
  registry.gauge(flowControlMetrics.upperLimitSeats).with(labels).set(seatLimits.upper);
  registry.gauge(flowControlMetrics.currentLimitSeats).with(labels).set(limit);
}

function collectVirtualTimes(
  registry: MetricsRegistry,
  labels: { readonly priority_level: string },
  { virtualTimes: { now, next } }: FairQueues,
): void {
  const { virtualTime, dispatchTime, latestStart, nextStarts, nextDiscountedStarts } = flowControlMetrics;
  for (const declaration of [virtualTime, dispatchTime, latestStart]) registry.gauge(declaration).with(labels).set(now);
  for (const bound of ['min', 'max'] as const) {
    // Work in progress is already part of the start of a queue's next request.
    registry
      .gauge(nextStarts)
      .with({ ...labels, bound })
      .set(next[bound]);
    registry
      .gauge(nextDiscountedStarts)
      .with({ ...labels, bound })
      .set(next[bound]);
  }
}

/** Called when seats have been allotted anew. */
export function recordDemand(
  registry: MetricsRegistry,
  level: string,
  { demand, claim }: { demand: Demand; claim: { readonly smoothed: number; readonly target: number } },
): void {
  const labels = { priority_level: level };
  registry.gauge(flowControlMetrics.highestDemand).with(labels).set(demand.highest);
  registry.gauge(flowControlMetrics.averageDemand).with(labels).set(demand.average);
  registry.gauge(flowControlMetrics.demandDeviation).with(labels).set(demand.deviation);
  registry.gauge(flowControlMetrics.smoothedDemand).with(labels).set(claim.smoothed);
  registry.gauge(flowControlMetrics.targetSeats).with(labels).set(claim.target);
}
