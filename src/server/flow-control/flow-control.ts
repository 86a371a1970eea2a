// Follows staging/src/k8s.io/apiserver/pkg/util/flowcontrol/apf_controller.go (v1.36)
// Follows staging/src/k8s.io/apiserver/pkg/util/flowcontrol/apf_filter.go (v1.36)

import { systemClock } from '../../apimachinery/clock/index.js';
import { flowControlMetrics, type MetricsRegistry, only } from '../metrics/index.js';
import type { RequestContext, UserInfo } from '../request-context.js';
import type { RequestInfo } from '../routing/index.js';
import type { FlowControlConfiguration } from './configuration.js';
import { defaultConfiguration, withMandatory } from './defaults.js';
import { estimateSeats, type ObjectStatistics, type SeatEstimation } from './estimate-seats.js';
import { Flow } from './flow.js';
import { collectLevel, FlowMetrics, recordDemand } from './flow-metrics.js';
import { LevelUsage, RequestUsage } from './level-usage.js';
import { type LevelEnvironment, PriorityLevel } from './priority-level.js';
import { SeatBorrowing, seatLimitsOf } from './seat-limits.js';
import { Ticket, type Verdict } from './ticket.js';

/** Options of `FlowControl`. */
export interface FlowControlOptions {
  /** The sum of `--max-requests-inflight` and `--max-mutating-requests-inflight`. Unset: 600. */
  readonly serverSeats?: number;
  /** A quarter of the request timeout. Unset: 15 seconds. */
  readonly queueWaitMilliseconds?: number;
  /** Unset: the mandatory and suggested configuration. */
  readonly configuration?: FlowControlConfiguration;
  readonly metrics?: MetricsRegistry;
  /** What lists are judged by: the feature SizeBasedListCostEstimate. Unset: their size. */
  readonly listCost?: SeatEstimation['listCost'];
  readonly now?: () => number;
}

const borrowingPeriodMilliseconds = 10_000;

/**
 * API priority and fairness: decides which requests are executed, queued or rejected. Flow schemas classify requests;
 * each request belongs to a priority level, which has its own seats and may borrow those that other levels do not use.
 */
export class FlowControl {
  readonly now: () => number;
  readonly #serverSeats: number;
  readonly #environment: LevelEnvironment;
  readonly #metrics: MetricsRegistry | undefined;
  readonly #listCost: SeatEstimation['listCost'];
  readonly #borrowing = new SeatBorrowing();
  #adjustedAt: number;
  #levels: readonly PriorityLevel[] = [];
  /** In matching order. */
  #flows: readonly Flow[] = [];

  constructor(options: FlowControlOptions = {}) {
    const { serverSeats = 600, queueWaitMilliseconds = 15_000, now = systemClock.monotonic } = options;
    this.now = now;
    this.#serverSeats = serverSeats;
    this.#environment = { now, queueWaitMilliseconds, onContention: () => this.#adjustIfDue() };
    this.#metrics = options.metrics;
    this.#listCost = options.listCost ?? 'bySize';
    this.#adjustedAt = now();
    this.configure(options.configuration ?? defaultConfiguration());
    options.metrics?.onScrape(() => this.#collect());
  }

  get levels(): readonly PriorityLevel[] {
    return this.#levels;
  }

  /**
   * Applies another configuration; missing mandatory objects are added. Queued and executing requests stay at their
   * levels.
   */
  configure(configuration: FlowControlConfiguration): void {
    const { flowSchemas, priorityLevels } = withMandatory(configuration);
    const before = new Map(this.#levels.map((level) => [level.name, level]));
    const flowsBefore = this.#flows;
    const limits = seatLimitsOf(priorityLevels, this.#serverSeats);
    this.#levels = priorityLevels.map((configuration) => {
      const { name } = configuration.metadata;
      const level = before.get(name) ?? new PriorityLevel(configuration, this.#environment);
      level.configure(configuration);
      level.usage ??= this.#metrics && new LevelUsage(this.#metrics, name, this.now());
      level.seatLimits = limits.get(name)!;
      level.limit = level.seatLimits.nominal;
      return level;
    });
    const levels = new Map(this.#levels.map((level) => [level.name, level]));
    this.#flows = flowSchemas
      .flatMap((schema) => {
        const level = levels.get(schema.spec.priorityLevelConfiguration.name);
        return level ? [new Flow(schema, level, this.#flowMetrics(level.name, schema.metadata.name))] : [];
      })
      .sort((a, b) => a.precedence - b.precedence || (a.name < b.name ? -1 : 1));
    this.#forgetMetrics({ flows: flowsBefore, levels: [...before.values()] });
    this.#recordDemand(this.now());
    for (const level of this.#levels) level.dispatch();
  }

  /** Returns what measures the number of requests of a phase, by kind; undefined: there are no metrics. */
  requestUsage(phase: 'executing' | 'waiting'): RequestUsage | undefined {
    if (!this.#metrics) return undefined;
    const limit =
      phase === 'executing'
        ? () => this.#serverSeats
        : () => this.#levels.reduce((sum, { queueCapacity }) => sum + queueCapacity, 0);
    const usage = new RequestUsage(this.#metrics, { phase, limit, now: this.now() });
    this.#metrics.onScrape(() => usage.flush(this.now()));
    return usage;
  }

  /** Returns the flow of a request; the last one, the catch-all, if no other matches. */
  flowOf(user: UserInfo, info: RequestInfo): Flow {
    const flows = this.#flows;
    for (let index = 0; index < flows.length; index++) if (flows[index]!.matches(user, info)) return flows[index]!;
    return flows[flows.length - 1]!;
  }

  /** Without statistics, lists are assumed to be small. */
  ticket(flow: Flow, context: RequestContext, statistics: ObjectStatistics = nothingKnown): Ticket {
    const { seatLimits } = flow.level;
    const estimation = { nominalSeats: seatLimits.nominal, statistics, listCost: this.#listCost };
    const seats = estimateSeats(context, estimation);
    return new Ticket(flow, { user: context.user, info: context.info }, { seats, now: this.now() });
  }

  /** Decides whether the request is executed; synchronous if there is room. If it is, `leave` must be called. */
  enter(ticket: Ticket, context: RequestContext): Verdict | Promise<Verdict> {
    const { metrics, level } = ticket.flow;
    const verdict = level.enter(ticket, () => context.request.signal);
    if (typeof verdict !== 'string') return this.#waited(ticket, verdict);
    if (verdict === 'execute') metrics?.executionBegins(ticket);
    else metrics?.rejected(verdict);
    return verdict;
  }

  /** Returns the time. */
  leave(ticket: Ticket): number {
    const { metrics, level } = ticket.flow;
    const now = this.now();
    metrics?.executionEnds(ticket, now);
    level.leave(ticket, now);
    return now;
  }

  async #waited(ticket: Ticket, waiting: Promise<Verdict>): Promise<Verdict> {
    const { metrics } = ticket.flow;
    metrics?.waitingBegins(ticket);
    const verdict = await waiting;
    metrics?.waitingEnds(ticket, { now: this.now(), isExecuted: verdict === 'execute' });
    if (verdict === 'execute') metrics?.executionBegins(ticket);
    else metrics?.rejected(verdict);
    return verdict;
  }

  /** Borrowing is adjusted every ten seconds while there is contention, and when metrics are scraped. */
  #adjustIfDue(): void {
    const now = this.now();
    const periods = Math.floor((now - this.#adjustedAt) / borrowingPeriodMilliseconds);
    if (periods < 1) return;
    this.#adjustedAt = now;
    this.#borrowing.adjust(this.#levels, periods);
    this.#recordDemand(now);
    for (const level of this.#levels) level.dispatch();
  }

  #recordDemand(now: number): void {
    if (!this.#metrics) return;
    only(this.#metrics.gauge(flowControlMetrics.fairFraction)).set(this.#borrowing.fairFraction);
    for (const level of this.#levels) {
      const demand = level.usage?.takeDemand(now);
      if (demand) recordDemand(this.#metrics, level.name, { demand, claim: this.#borrowing.claim(level.name) });
      level.usage?.changed(level, now);
    }
  }

  #flowMetrics(level: string, schema: string): FlowMetrics | undefined {
    return this.#metrics && new FlowMetrics(this.#metrics, { level, schema });
  }

  /** Removes the series of flows and levels that no longer exist. */
  #forgetMetrics({ flows, levels }: { flows: readonly Flow[]; levels: readonly PriorityLevel[] }): void {
    const flowsNow = new Set(this.#flows.map(({ name }) => name));
    const levelsNow = new Set(this.#levels.map(({ name }) => name));
    for (const { name } of flows) if (!flowsNow.has(name)) this.#metrics?.removeMatching({ flow_schema: name });
    for (const { name } of levels) if (!levelsNow.has(name)) this.#metrics?.removeMatching({ priority_level: name });
  }

  #collect(): void {
    this.#adjustIfDue();
    for (const level of this.#levels) level.usage?.flush(this.now());
    for (const level of this.#levels) collectLevel(this.#metrics!, level);
    for (const flow of this.#flows) {
      const tickets = [...flow.level.executing].filter((ticket) => ticket.flow === flow);
      flow.metrics?.collect({
        requests: tickets.length,
        seats: tickets.reduce((sum, { seats }) => sum + seats, 0),
      });
    }
  }
}

function nothingKnown(): undefined {}
