// Follows staging/src/k8s.io/apiserver/pkg/admission/plugin/policy/validating/policy_decision.go (v1.36)
// Follows staging/src/k8s.io/apiserver/pkg/admission/plugin/policy/validating/errors.go (v1.36)

/**
 * The result of one validation. `failed`: it could not be evaluated, which counts as a denial; `ignored`: the same, but
 * the failurePolicy is Ignore.
 */
export interface Decision {
  readonly outcome: 'admitted' | 'denied' | 'failed' | 'ignored';
  readonly message: string;
  /** Set for denials if the validation has a reason. */
  readonly reason?: string;
  readonly seconds: number;
}

/** An audit annotation, or the failure of its valueExpression. */
export type PolicyAnnotation =
  | { readonly key: string; readonly value: string; readonly failure?: undefined }
  | { readonly key: string; readonly value?: undefined; readonly failure: Decision };

/** The result of a policy for a request, with one parameter object. */
export interface Verdict {
  /** In the order of the policy's validations. */
  readonly decisions: readonly Decision[];
  readonly annotations: readonly PolicyAnnotation[];
}

/** The `error_type` label of metrics. */
export function errorTypeOf({ outcome, message }: Decision): string {
  if (outcome === 'admitted') return 'no_error';
  if (message.startsWith('compilation')) return 'compile_error';
  if (message.startsWith('validation failed due to running out of cost budget')) return 'out_of_budget';
  return 'invalid_error';
}
