// Follows staging/src/k8s.io/apiserver/pkg/util/flowcontrol/metrics/metrics.go (v1.36)

import { type Counter, flowControlMetrics, type Histogram, type MetricsRegistry } from '../metrics/index.js';
import type { PriorityLevel } from './priority-level.js';
import type { Refusal, Ticket } from './ticket.js';

/** Metrics of one flow schema at its priority level. */
export class FlowMetrics {
  readonly #registry: MetricsRegistry;
  readonly #labels: { readonly priority_level: string; readonly flow_schema: string };
  readonly #dispatched: Counter;
  readonly #estimatedSeats: Histogram;
  readonly #executionDuration: Histogram;
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

  executionBegins({ seats }: Ticket): void {
    this.#dispatched.increment();
    this.#estimatedSeats.observe(seats);
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

export function collectLevel(registry: MetricsRegistry, { name, limit, seatLimits }: PriorityLevel): void {
  const labels = { priority_level: name };
  registry.gauge(flowControlMetrics.nominalLimitSeats).with(labels).set(seatLimits.nominal);
  registry.gauge(flowControlMetrics.lowerLimitSeats).with(labels).set(seatLimits.lower);
  registry.gauge(flowControlMetrics.upperLimitSeats).with(labels).set(seatLimits.upper);
  registry.gauge(flowControlMetrics.currentLimitSeats).with(labels).set(limit);
}
