// Follows staging/src/k8s.io/apiserver/pkg/admission/plugin/policy/generic/accessor.go (v1.36)

import type { LabelSelectorSpec } from '../../../apimachinery/selectors/index.js';
import type { MatchCondition } from '../cel/index.js';
import type { MatchCriteria } from '../matching/index.js';

/** The spec fields that validating and mutating policies share. */
export interface PolicySpec {
  readonly paramKind?: ParamKind;
  readonly matchConstraints?: MatchCriteria;
  readonly matchConditions?: readonly MatchCondition[];
  readonly variables?: readonly { readonly name: string; readonly expression: string }[];
  /** Unset: `Fail`. */
  readonly failurePolicy?: string;
}

export interface ParamKind {
  readonly apiVersion: string;
  readonly kind: string;
}

export interface BindingSpec {
  readonly policyName?: string;
  readonly paramRef?: ParamRef;
  readonly matchResources?: MatchCriteria;
  /** Validating policies only: `Deny`, `Warn`, `Audit`. */
  readonly validationActions?: readonly string[];
}

export interface ParamRef {
  readonly name?: string;
  readonly namespace?: string;
  readonly selector?: LabelSelectorSpec;
  readonly parameterNotFoundAction?: string;
}
