// Follows staging/src/k8s.io/apiserver/pkg/endpoints/metrics/metrics.go (v1.36)

import { requestMetrics } from './declarations/requests.js';
import type { MetricsRegistry } from './metrics-registry.js';
import type { EndpointLabels } from './request-labels.js';
import type { Counter, Histogram } from './series.js';

export interface RequestOutcome {
  readonly code: number;
  readonly durationSeconds: number;
  readonly responseBytes: number;
  /** Undefined if the client did not declare it. */
  readonly requestBytes?: number | undefined;
  /** Seconds in webhooks and queues, which the SLI excludes. */
  readonly excludedSeconds?: number;
  /** See `dryRunLabel`. */
  readonly dryRun?: string;
}

/** Verbs of requests with bodies, with the metric's names for them. */
const bodyVerbs: Readonly<Record<string, string>> = {
  POST: 'create',
  PUT: 'update',
  PATCH: 'patch',
  APPLY: 'patch',
  DELETE: 'delete',
  DELETECOLLECTION: 'delete_collection',
};

/** Series that distinguish dry-run requests. */
class DryRunSeries {
  readonly duration: Histogram;
  readonly #codes = new Map<number, Counter>();
  readonly #newCode: (code: number) => Counter;

  constructor(registry: MetricsRegistry, labels: EndpointLabels & { readonly dry_run: string }) {
    const total = registry.counter(requestMetrics.total);
    this.duration = registry.histogram(requestMetrics.duration).with(labels);
    this.#newCode = (code) => total.with({ ...labels, code: String(code) });
  }

  code(code: number): Counter {
    let counter = this.#codes.get(code);
    if (counter === undefined) {
      counter = this.#newCode(code);
      this.#codes.set(code, counter);
    }
    return counter;
  }
}

/** The request metrics of one endpoint and verb, looked up once so that requests only increment them. */
export class EndpointMetrics {
  readonly #registry: MetricsRegistry;
  readonly #labels: EndpointLabels;
  readonly #dryRuns = new Map<string, DryRunSeries>();
  readonly #real: DryRunSeries;
  readonly #sliDuration: Histogram;
  /** Set for reads only. */
  readonly #responseSizes: Histogram | undefined;
  /** Set for writes only. */
  readonly #bodySizes: Histogram | undefined;

  constructor(registry: MetricsRegistry, labels: EndpointLabels) {
    const isRead = labels.verb === 'GET' || labels.verb === 'LIST' || labels.verb === 'WATCH';
    this.#registry = registry;
    this.#labels = labels;
    this.#real = this.#dryRun('');
    this.#sliDuration = registry.histogram(requestMetrics.sliDuration).with(labels);
    this.#responseSizes = isRead ? registry.histogram(requestMetrics.responseSizes).with(labels) : undefined;
    const verb = bodyVerbs[labels.verb];
    const { group, resource } = labels;
    this.#bodySizes =
      verb && resource !== ''
        ? registry.histogram(requestMetrics.bodySizes).with({ group, resource, verb })
        : undefined;
  }

  finished(outcome: RequestOutcome): void {
    const { code, durationSeconds, responseBytes, requestBytes, excludedSeconds = 0, dryRun = '' } = outcome;
    const series = dryRun === '' ? this.#real : this.#dryRun(dryRun);
    series.code(code).increment();
    series.duration.observe(durationSeconds);
    if (dryRun === '') this.#sliDuration.observe(durationSeconds - excludedSeconds);
    this.#responseSizes?.observe(responseBytes);
    if (requestBytes !== undefined) this.#bodySizes?.observe(requestBytes);
  }

  #dryRun(dryRun: string): DryRunSeries {
    let series = this.#dryRuns.get(dryRun);
    if (series === undefined) {
      series = new DryRunSeries(this.#registry, { ...this.#labels, dry_run: dryRun });
      this.#dryRuns.set(dryRun, series);
    }
    return series;
  }
}
