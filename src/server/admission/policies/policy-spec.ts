import type { LabelSelectorSpec } from '../../../apimachinery/selectors/index.js';
import type { MatchCondition } from '../cel/index.js';
import type { MatchCriteria } from '../matching/index.js';

/** What validating and mutating policies have in common, as it is written. */
export interface PolicySpec {
  readonly paramKind?: ParamKind;
  readonly matchConstraints?: MatchCriteria;
  readonly matchConditions?: readonly MatchCondition[];
  readonly variables?: readonly { readonly name: string; readonly expression: string }[];
  /** `Fail` if absent. */
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
  /** Of validating policies: `Deny`, `Warn`, `Audit`. */
  readonly validationActions?: readonly string[];
}

export interface ParamRef {
  readonly name?: string;
  readonly namespace?: string;
  readonly selector?: LabelSelectorSpec;
  readonly parameterNotFoundAction?: string;
}
