// Follows staging/src/k8s.io/apiserver/pkg/admission/plugin/policy/validating/validator.go (v1.36)

import { goJson } from '../../../../apimachinery/meta/index.js';
import type { AdmissionRequest } from '../../admission-request.js';
import type { Binding } from '../policy-source.js';

const maxValueBytes = 10 * 1024;

/** The audit annotations of one policy; the values from its bindings are combined. */
export class AuditAnnotations {
  readonly #values = new Map<string, Set<string>>();

  add(key: string, value: string): void {
    const values = this.#values.get(key) ?? new Set();
    values.add(Buffer.byteLength(value) > maxValueBytes ? truncated(value) : value);
    this.#values.set(key, values);
  }

  publish(request: AdmissionRequest, policyName: string): void {
    for (const [key, values] of this.#values) request.annotate(`${policyName}/${key}`, [...values].join(', '));
  }
}

/** Cut at a byte, as upstream; an incomplete character at the end is dropped. */
function truncated(value: string): string {
  const text = Buffer.from(value).subarray(0, maxValueBytes).toString('utf8');
  return text.endsWith('\ufffd') ? text.slice(0, -1) : text;
}

/** Annotates a failure whose binding has the action Audit. */
export function annotateFailure(
  request: AdmissionRequest,
  { name, spec }: Binding,
  failure: { readonly message: string; readonly expressionIndex: number },
): void {
  const fields = [
    `"message":${goJson(failure.message)}`,
    `"policy":${goJson(spec.policyName)}`,
    `"binding":${goJson(name)}`,
    `"expressionIndex":${failure.expressionIndex}`,
    `"validationActions":${goJson([...(spec.validationActions ?? [])])}`,
  ];
  request.annotate('validation.policy.admission.k8s.io/validation_failure', `[{${fields.join(',')}}]`);
}
