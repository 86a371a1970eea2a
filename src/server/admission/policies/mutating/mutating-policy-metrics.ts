// Follows staging/src/k8s.io/apiserver/pkg/admission/plugin/policy/mutating/metrics/metrics.go (v1.36)

import { admissionMetrics, type MetricsRegistry } from '../../../metrics/index.js';

/** Counts and latency of mutations. */
export class MutatingPolicyMetrics {
  readonly #checks;
  readonly #duration;

  constructor(metrics: MetricsRegistry) {
    this.#checks = metrics.counter(admissionMetrics.mutatingPolicyChecks);
    this.#duration = metrics.histogram(admissionMetrics.mutatingPolicyDuration);
  }

  /** `error`: unset if the mutation succeeded. */
  observe(seconds: number, at: { policy: string; binding: string; error?: Error | undefined }): void {
    const labels = { policy: at.policy, policy_binding: at.binding, error_type: errorTypeOf(at.error) };
    this.#checks.with(labels).increment();
    this.#duration.with(labels).observe(seconds);
  }
}

function errorTypeOf(error: Error | undefined): string {
  if (!error) return 'no_error';
  if (error.message.startsWith('compilation')) return 'compile_error';
  return error.message.startsWith('validation failed due to running out of cost budget')
    ? 'out_of_budget'
    : 'invalid_error';
}
