/**
 * What one validation comes to. `failed`: it could not be evaluated, which counts as a refusal; `ignored`: the same,
 * but the policy's failurePolicy lets that pass.
 */
export interface Decision {
  readonly outcome: 'admitted' | 'denied' | 'failed' | 'ignored';
  readonly message: string;
  /** Of a refusal that the policy gives a reason for. */
  readonly reason?: string;
  readonly seconds: number;
}

/** Something that is to be written down with the request, or why it could not be found out. */
export type PolicyAnnotation =
  | { readonly key: string; readonly value: string; readonly failure?: undefined }
  | { readonly key: string; readonly value?: undefined; readonly failure: Decision };

/** What a policy says about a request, with certain parameters. */
export interface Verdict {
  /** In the order of the policy's validations. */
  readonly decisions: readonly Decision[];
  readonly annotations: readonly PolicyAnnotation[];
}

/** As metrics name it. */
export function errorTypeOf({ outcome, message }: Decision): string {
  if (outcome === 'admitted') return 'no_error';
  if (message.startsWith('compilation')) return 'compile_error';
  if (message.startsWith('validation failed due to running out of cost budget')) return 'out_of_budget';
  return 'invalid_error';
}
