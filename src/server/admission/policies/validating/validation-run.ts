// Follows staging/src/k8s.io/apiserver/pkg/admission/plugin/policy/validating/dispatcher.go (v1.36)

import { StatusError, type StatusReason } from '../../../../apimachinery/status/index.js';
import type { AdmissionRequest } from '../../admission-request.js';
import { forbiddenBy } from '../../forbidden-by.js';
import type { ConfigurationFault, Invocation } from '../invocations.js';
import type { Binding } from '../policy-source.js';
import { AuditAnnotations, annotateFailure } from './audit-annotations.js';
import type { ValidatingPolicyMetrics } from './validating-policy-metrics.js';
import type { ValidatingRules } from './validating-rules.js';
import type { Decision, Verdict } from './verdict.js';

interface Denial {
  readonly policy: string;
  readonly binding: Binding | undefined;
  readonly message: string;
  readonly reason?: string | undefined;
}

/**
 * Enforces the verdicts of policies for one request, according to their bindings. Denials are thrown after all policies
 * have been evaluated.
 */
export class ValidationRun {
  readonly #request: AdmissionRequest;
  readonly #metrics: ValidatingPolicyMetrics | undefined;
  readonly #annotations = new Map<string, AuditAnnotations>();
  #denial: Denial | undefined;

  constructor(request: AdmissionRequest, metrics: ValidatingPolicyMetrics | undefined) {
    this.#request = request;
    this.#metrics = metrics;
  }

  fault({ policy, binding, fault }: ConfigurationFault<ValidatingRules>): void {
    if (policy.spec.failurePolicy !== 'Ignore') this.#deny({ policy: policy.name, binding, message: fault });
  }

  apply({ policy, binding }: Invocation<ValidatingRules>, { decisions, annotations }: Verdict): void {
    for (const [expressionIndex, decision] of decisions.entries()) {
      this.#enforce(decision, { policy: policy.name, binding, expressionIndex });
    }
    for (const { key, value, failure } of annotations) {
      if (failure) {
        this.#deny({ policy: policy.name, binding, message: failure.message });
        this.#metrics?.observe(failure, { policy: policy.name, binding: binding.name, action: 'deny' });
      } else this.#annotationsOf(policy.name).add(key, value);
    }
  }

  /** Throws the first denial. */
  finish(): void {
    for (const [policy, annotations] of this.#annotations) annotations.publish(this.#request, policy);
    if (this.#denial) throw refusal(this.#request, this.#denial);
  }

  #enforce(decision: Decision, at: { policy: string; binding: Binding; expressionIndex: number }): void {
    const { outcome, message, reason } = decision;
    const { policy, binding, expressionIndex } = at;
    const observed = { policy, binding: binding.name };
    if (outcome === 'ignored') this.#metrics?.observe(decision, { ...observed, action: 'allow' });
    if (outcome === 'ignored' || outcome === 'admitted') return;
    for (const action of binding.spec.validationActions ?? []) {
      if (action === 'Deny') {
        this.#deny({ policy, binding, message, reason });
        this.#metrics?.observe(decision, { ...observed, action: 'deny' });
      } else if (action === 'Audit') {
        annotateFailure(this.#request, binding, { message, expressionIndex });
        this.#metrics?.observe(decision, { ...observed, action: 'audit' });
      } else if (action === 'Warn') {
        const where = `ValidatingAdmissionPolicy '${policy}' with binding '${binding.name}'`;
        this.#request.warn(`Validation failed for ${where}: ${message}`);
        this.#metrics?.observe(decision, { ...observed, action: 'warn' });
      }
    }
  }

  #deny(denial: Denial): void {
    this.#denial ??= denial;
  }

  #annotationsOf(policy: string): AuditAnnotations {
    let annotations = this.#annotations.get(policy);
    if (!annotations) {
      annotations = new AuditAnnotations();
      this.#annotations.set(policy, annotations);
    }
    return annotations;
  }
}

const codes: Readonly<Record<string, number>> = {
  Forbidden: 403,
  Unauthorized: 401,
  RequestEntityTooLarge: 413,
};

/** Worded as Forbidden, but with the reason of the policy. */
function refusal(request: AdmissionRequest, { policy, binding, message, reason = 'Invalid' }: Denial): StatusError {
  const by = `ValidatingAdmissionPolicy '${policy}'${binding ? ` with binding '${binding.name}'` : ''}`;
  const cause = `${by} denied request: ${message}`;
  const { status } = forbiddenBy(request, cause);
  return new StatusError({
    ...status,
    reason: reason as StatusReason,
    code: codes[reason] ?? 422,
    details: { ...status.details, causes: [{ message: cause }] },
  });
}
