// Follows staging/src/k8s.io/apiserver/pkg/endpoints/metrics/metrics.go (v1.36)

import type { GroupVersionResource } from '../../apimachinery/meta/index.js';
import type { RequestInfo } from '../routing/index.js';
import { requestMetrics, watchMetrics } from './declarations/requests.js';
import { EndpointMetrics, type RequestOutcome } from './endpoint-metrics.js';
import type { MetricFamily } from './metric-family.js';
import type { MetricsRegistry } from './metrics-registry.js';
import { type EndpointLabels, labelsOf, type RequestFacts } from './request-labels.js';
import { ResourceIndex } from './resource-index.js';
import type { Counter, Gauge, Histogram } from './series.js';

/** Beyond this number of endpoints, requests are counted in one shared series. */
const maxEndpoints = 20_000;
const surplusLabels: EndpointLabels = {
  verb: 'other',
  group: '',
  version: '',
  resource: '',
  subresource: '',
  scope: '',
  component: '',
};

/** Numbers of mutating and read-only requests. */
export interface RequestKindCounts {
  readonly readOnly: number;
  readonly mutating: number;
}

/** Records requests and watches for filters and handlers. */
export class ApiServerMetrics {
  readonly #registry: MetricsRegistry;
  readonly #endpoints = new Map<string, EndpointMetrics>();
  readonly #keysByResource = new ResourceIndex<string>();
  readonly #inflight: MetricFamily<Gauge, 'request_kind'>;
  readonly #inqueue: MetricFamily<Gauge, 'request_kind'>;
  #surplus: EndpointMetrics | undefined;

  constructor(registry: MetricsRegistry) {
    this.#registry = registry;
    this.#inflight = registry.gauge(requestMetrics.currentInflight);
    this.#inqueue = registry.gauge(requestMetrics.currentInqueue);
    registry.onResourceRemoved((resource) => {
      for (const key of this.#keysByResource.take(resource)) this.#endpoints.delete(key);
    });
  }

  /** Records a request that a route has served. */
  requestFinished(info: RequestInfo, facts: RequestFacts, outcome: RequestOutcome): void {
    this.endpoint(labelsOf(info, facts)).finished(outcome);
  }

  /** For callers that know their endpoint in advance. */
  endpoint(labels: EndpointLabels): EndpointMetrics {
    const { verb, group, version, resource, subresource, scope, component } = labels;
    // Unambiguous: verb, scope and component are words, and the others are segments of a path, which have no slash.
    const key = `${verb} ${scope} ${group}/${version}/${resource}/${subresource} ${component}`;
    let endpoint = this.#endpoints.get(key);
    if (endpoint === undefined) {
      if (this.#endpoints.size >= maxEndpoints) return this.#surplusEndpoint();
      endpoint = new EndpointMetrics(this.#registry, labels);
      this.#endpoints.set(key, endpoint);
      this.#keysByResource.add({ group, resource }, key, (other) => other === key);
    }
    return endpoint;
  }

  /** Records a request that was rejected with 429 before it reached a route. */
  requestDropped(info: RequestInfo, facts: RequestFacts & { readonly dryRun?: string }): void {
    const labels = { ...labelsOf(info, facts), dry_run: facts.dryRun ?? '', code: '429' };
    this.#registry.counter(requestMetrics.total).with(labels).increment();
  }

  /** Records a request that was ended early to protect the server: timeouts, concurrency limits, failed proxies. */
  requestTerminated(info: RequestInfo, facts: RequestFacts, code: number): void {
    const labels = { ...labelsOf(info, facts), code: String(code) };
    this.#registry.counter(requestMetrics.terminations).with(labels).increment();
  }

  /** Records a request whose response was cut off. */
  requestAborted(info: RequestInfo, facts: RequestFacts): void {
    this.#registry.counter(requestMetrics.aborts).with(labelsOf(info, facts)).increment();
  }

  /** Records a request that the server made to itself. */
  selfRequest(info: RequestInfo, facts: RequestFacts): void {
    this.#registry.counter(requestMetrics.selfRequests).with(labelsOf(info, facts)).increment();
  }

  /** Records a connection that was dropped because its TLS handshake failed. */
  handshakeFailed(): void {
    this.#registry.counter(requestMetrics.tlsHandshakeErrors).with({}).increment();
  }

  deprecatedApiRequested(info: RequestInfo, removedRelease: string): void {
    const { apiGroup: group, apiVersion: version, resource, subresource } = info;
    const labels = { group, version, resource, subresource, removed_release: removedRelease };
    this.#registry.gauge(requestMetrics.deprecatedApis).with(labels).set(1);
  }

  /** Records how long a watch took to send its initial events. */
  watchListed({ group, version, resource, scope }: GroupVersionResource & { scope: string }, seconds: number): void {
    this.#registry.histogram(watchMetrics.listDuration).with({ group, version, resource, scope }).observe(seconds);
  }

  /** Records a request by its field validation mode. */
  fieldValidated(mode: string, seconds: number): void {
    this.#registry.histogram(requestMetrics.fieldValidationDuration).with({ field_validation: mode }).observe(seconds);
  }

  /** Returns a function to call when the request is complete. */
  longRunningStarted(info: RequestInfo, facts: RequestFacts): () => void {
    const gauge = this.#registry.gauge(requestMetrics.longRunning).with(labelsOf(info, facts));
    gauge.increment();
    return () => gauge.decrement();
  }

  /** Calls `takeHighest` on each scrape, for the highest concurrency since the last one. */
  followInflight(takeHighest: () => RequestKindCounts): void {
    this.#registry.onScrape(() => setKinds(this.#inflight, takeHighest()));
  }

  /** The same for queued requests. */
  followInqueue(takeHighest: () => RequestKindCounts): void {
    this.#registry.onScrape(() => setKinds(this.#inqueue, takeHighest()));
  }

  /** Returns the series of a resource's watches, so that events only increment them. */
  watchEvents({ group, version, resource }: GroupVersionResource): WatchEventMetrics {
    const labels = { group, version, resource };
    return new WatchEventMetrics(
      this.#registry.counter(watchMetrics.events).with(labels),
      this.#registry.histogram(watchMetrics.eventSizes).with(labels),
    );
  }

  #surplusEndpoint(): EndpointMetrics {
    this.#surplus ??= new EndpointMetrics(this.#registry, surplusLabels);
    return this.#surplus;
  }
}

export class WatchEventMetrics {
  readonly #events: Counter;
  readonly #sizes: Histogram;

  constructor(events: Counter, sizes: Histogram) {
    this.#events = events;
    this.#sizes = sizes;
  }

  sent(bytes: number): void {
    this.#events.increment();
    this.#sizes.observe(bytes);
  }
}

function setKinds(gauges: MetricFamily<Gauge, 'request_kind'>, { readOnly, mutating }: RequestKindCounts): void {
  gauges.with({ request_kind: 'readOnly' }).set(readOnly);
  gauges.with({ request_kind: 'mutating' }).set(mutating);
}
