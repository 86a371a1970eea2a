// Follows staging/src/k8s.io/apiserver/pkg/admission/metrics/metrics.go (v1.36)

import type { AdmissionOperation } from '../../handlers/index.js';
import type { Counter, Histogram, MetricFamily, MetricsRegistry } from '../../metrics/index.js';
import { admissionMetrics } from '../../metrics/index.js';

/** The `type` label of metrics. */
export type WebhookType = 'admit' | 'validating';

export interface CallOutcome {
  readonly code: number;
  /** Why the request is rejected; undefined if it is not. */
  readonly rejection: 'calling_webhook_error' | 'apiserver_internal_error' | 'no_error' | undefined;
  readonly seconds: number;
}

/** Larger codes are reported as this one. */
const maxCode = 600;

/** Metrics of webhook calls and their match conditions. */
export class WebhookMetrics {
  readonly #type: WebhookType;
  readonly #duration: MetricFamily<Histogram, 'name' | 'type' | 'operation' | 'rejected'>;
  readonly #requests: MetricFamily<Counter, 'name' | 'type' | 'operation' | 'code' | 'rejected'>;
  readonly #rejections: MetricFamily<Counter, 'name' | 'type' | 'operation' | 'error_type' | 'rejection_code'>;
  readonly #failOpen: MetricFamily<Counter, 'name' | 'type'>;
  readonly #conditionSeconds: MetricFamily<Histogram, 'name' | 'kind' | 'type' | 'operation'>;
  readonly #conditionErrors: MetricFamily<Counter, 'name' | 'kind' | 'type' | 'operation'>;
  readonly #exclusions: MetricFamily<Counter, 'name' | 'kind' | 'type' | 'operation'>;

  constructor(registry: MetricsRegistry, type: WebhookType) {
    this.#type = type;
    this.#duration = registry.histogram(admissionMetrics.webhookDuration);
    this.#requests = registry.counter(admissionMetrics.webhookRequests);
    this.#rejections = registry.counter(admissionMetrics.webhookRejections);
    this.#failOpen = registry.counter(admissionMetrics.webhookFailOpen);
    this.#conditionSeconds = registry.histogram(admissionMetrics.matchConditionDuration);
    this.#conditionErrors = registry.counter(admissionMetrics.matchConditionErrors);
    this.#exclusions = registry.counter(admissionMetrics.matchConditionExclusions);
  }

  called(name: string, operation: AdmissionOperation, { code, rejection, seconds }: CallOutcome): void {
    const type = this.#type;
    const [rejected, shownCode] = [String(rejection !== undefined), String(Math.min(code, maxCode))];
    this.#duration.with({ name, type, operation, rejected }).observe(seconds);
    this.#requests.with({ name, type, operation, rejected, code: shownCode }).increment();
    if (!rejection) return;
    this.#rejections.with({ name, type, operation, error_type: rejection, rejection_code: shownCode }).increment();
  }

  failedOpen(name: string): void {
    this.#failOpen.with({ name, type: this.#type }).increment();
  }

  conditionsEvaluated(name: string, operation: AdmissionOperation, result: { seconds: number; errors: number }): void {
    const labels = { name, kind: 'webhook', type: this.#type, operation };
    this.#conditionSeconds.with(labels).observe(result.seconds);
    if (result.errors > 0) this.#conditionErrors.with(labels).add(result.errors);
  }

  excluded(name: string, operation: AdmissionOperation): void {
    const type = this.#type === 'admit' ? 'admit' : 'validate';
    this.#exclusions.with({ name, kind: 'webhook', type, operation }).increment();
  }
}
