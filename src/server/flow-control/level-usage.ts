// Follows staging/src/k8s.io/apiserver/pkg/util/flowcontrol/metrics/timing_ratio_histogram.go (v1.36)
// Follows staging/src/k8s.io/apiserver/pkg/util/flowcontrol/fairqueuing/integrator.go (v1.36)

import { flowControlMetrics, type Histogram, type MetricsRegistry } from '../metrics/index.js';
import type { PriorityLevel } from './priority-level.js';

const nanosecondsPerMillisecond = 1e6;

/** Adds a ratio to a histogram once per nanosecond that it lasts. */
class TimedRatio {
  readonly #histogram: Histogram;
  #ratio = 0;
  #since: number;

  constructor(histogram: Histogram, now: number) {
    this.#histogram = histogram;
    this.#since = now;
  }

  set(ratio: number, now: number): void {
    if (ratio !== this.#ratio) this.flush(now);
    this.#ratio = ratio;
  }

  /** Called when metrics are scraped, so that the current ratio is included. */
  flush(now: number): void {
    if (now <= this.#since) return;
    this.#histogram.observeRepeatedly(this.#ratio, Math.round((now - this.#since) * nanosecondsPerMillisecond));
    this.#since = now;
  }
}

/** The demand for seats in a period, weighted by time. */
export interface Demand {
  readonly highest: number;
  readonly average: number;
  readonly deviation: number;
}

/** The demand for seats since the last call of `take`. */
class DemandIntegrator {
  #since: number;
  #begin: number;
  #demand = 0;
  #highest = 0;
  #sum = 0;
  #squares = 0;

  constructor(now: number) {
    this.#begin = now;
    this.#since = now;
  }

  set(demand: number, now: number): void {
    const duration = now - this.#since;
    this.#sum += this.#demand * duration;
    this.#squares += this.#demand * this.#demand * duration;
    this.#since = now;
    this.#demand = demand;
    if (demand > this.#highest) this.#highest = demand;
  }

  take(now: number): Demand {
    this.set(this.#demand, now);
    const duration = now - this.#begin;
    const average = duration > 0 ? this.#sum / duration : this.#demand;
    const variance = duration > 0 ? this.#squares / duration - average * average : 0;
    const demand = { highest: this.#highest, average, deviation: Math.sqrt(Math.max(0, variance)) };
    this.#begin = now;
    this.#sum = 0;
    this.#squares = 0;
    this.#highest = this.#demand;
    return demand;
  }
}

/** How much of its seats and queues a priority level uses over time. */
export class LevelUsage {
  readonly #seats: TimedRatio;
  readonly #executing: TimedRatio;
  readonly #waiting: TimedRatio;
  readonly #demand: TimedRatio;
  readonly #integrator: DemandIntegrator;

  constructor(registry: MetricsRegistry, level: string, now: number) {
    const { seatUtilization, requestUtilization, demandSeats } = flowControlMetrics;
    const of = (phase: 'executing' | 'waiting') => ({ phase, priority_level: level });
    this.#seats = new TimedRatio(registry.histogram(seatUtilization).with(of('executing')), now);
    this.#executing = new TimedRatio(registry.histogram(requestUtilization).with(of('executing')), now);
    this.#waiting = new TimedRatio(registry.histogram(requestUtilization).with(of('waiting')), now);
    this.#demand = new TimedRatio(registry.histogram(demandSeats).with({ priority_level: level }), now);
    this.#integrator = new DemandIntegrator(now);
  }

  /** Called when requests of the level begin or end to execute or to wait. */
  changed(level: PriorityLevel, now: number): void {
    const seats = Math.max(1, level.limit);
    const demand = level.seatsInUse + level.waitingSeats;
    this.#seats.set(level.seatsInUse / seats, now);
    this.#executing.set(level.executing.size / seats, now);
    this.#waiting.set(level.waiting / level.queueCapacity, now);
    this.#demand.set(demand / Math.max(1, level.seatLimits.nominal), now);
    this.#integrator.set(demand, now);
  }

  flush(now: number): void {
    for (const ratio of [this.#seats, this.#executing, this.#waiting, this.#demand]) ratio.flush(now);
  }

  /** The demand since the last call. */
  takeDemand(now: number): Demand {
    return this.#integrator.take(now);
  }
}

/** Requests of a phase over time, by kind, as a share of the limit for all. */
export class RequestUsage {
  readonly #limit: () => number;
  readonly #kinds: Readonly<Record<'readOnly' | 'mutating', TimedRatio>>;

  constructor(registry: MetricsRegistry, options: { phase: string; limit: () => number; now: number }) {
    const of = (kind: string): TimedRatio => {
      const labels = { phase: options.phase, request_kind: kind };
      return new TimedRatio(registry.histogram(flowControlMetrics.currentRequests).with(labels), options.now);
    };
    this.#limit = options.limit;
    this.#kinds = { readOnly: of('readOnly'), mutating: of('mutating') };
  }

  changed(kind: 'readOnly' | 'mutating', count: number, now: number): void {
    this.#kinds[kind].set(count / Math.max(1, this.#limit()), now);
  }

  flush(now: number): void {
    for (const ratio of Object.values(this.#kinds)) ratio.flush(now);
  }
}
