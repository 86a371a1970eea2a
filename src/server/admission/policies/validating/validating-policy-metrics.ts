// Follows staging/src/k8s.io/apiserver/pkg/admission/plugin/policy/validating/metrics/metrics.go (v1.36)

import { admissionMetrics, type MetricsRegistry } from '../../../metrics/index.js';
import { type Decision, errorTypeOf } from './verdict.js';

/** Counts and latency of validations, by enforcement action. */
export class ValidatingPolicyMetrics {
  readonly #checks;
  readonly #duration;

  constructor(metrics: MetricsRegistry) {
    this.#checks = metrics.counter(admissionMetrics.validatingPolicyChecks);
    this.#duration = metrics.histogram(admissionMetrics.validatingPolicyDuration);
  }

  observe(
    decision: Decision,
    at: { readonly policy: string; readonly binding: string; readonly action: 'allow' | 'deny' | 'audit' | 'warn' },
  ): void {
    const { policy, binding, action } = at;
    const labels = {
      policy,
      policy_binding: binding,
      error_type: errorTypeOf(decision),
      enforcement_action: action,
    };
    this.#checks.with(labels).increment();
    this.#duration.with(labels).observe(decision.seconds);
  }
}
