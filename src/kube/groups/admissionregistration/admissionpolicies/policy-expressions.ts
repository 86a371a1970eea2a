// Follows pkg/apis/admissionregistration/validation/validation.go (v1.36)

import { jsonEqual } from '../../../../apimachinery/meta/index.js';
import type { FieldError, FieldPath } from '../../../../apimachinery/validation/index.js';
import { type ExpressionUse, PolicyCompiler } from '../../../../server/admission/cel/index.js';
import { compiledErrors, type ExpressionCheck, matchConditionCheck } from '../match-resources.js';
import type { PolicySpec } from './policy.js';

/** Compiles the expressions of one policy, in the order in which they may refer to each other. */
export class PolicyExpressions {
  readonly checkMatchCondition: ExpressionCheck;
  /** Whether match conditions are unchanged and need not be validated again. */
  readonly keepsMatchConditions: boolean;
  readonly #compiler: PolicyCompiler;

  /** `old`: the spec of the stored policy, on update. */
  constructor(spec: PolicySpec, old: PolicySpec | undefined) {
    const { paramKind, variables = [], mutations } = spec;
    const stored = new Set(old ? expressionsOf(old) : []);
    const options = { hasParams: paramKind !== undefined, isStored: (source: string) => stored.has(source) };
    const hasVariables = variables.length > 0 || mutations !== undefined;
    this.#compiler = new PolicyCompiler({ ...options, hasVariables });
    this.checkMatchCondition = matchConditionCheck(options);
    this.keepsMatchConditions = old !== undefined && hasSameConditions(spec, old);
  }

  check(use: ExpressionUse, source: string, path: FieldPath): FieldError[] {
    return compiledErrors(this.#compiler.compile(use, source), path);
  }

  /** Compiles trimmed expressions, but reports them as written. */
  checkTrimmed(use: ExpressionUse, source: string, path: FieldPath): FieldError[] {
    return compiledErrors({ ...this.#compiler.compile(use, source.trim()), source }, path);
  }

  checkVariable(name: string, source: string, path: FieldPath): FieldError[] {
    return compiledErrors(this.#compiler.addVariable(name, source), path);
  }
}

function expressionsOf({ matchConditions, variables, validations, auditAnnotations, mutations }: PolicySpec): string[] {
  const all = [
    ...(matchConditions ?? []).map(({ expression }) => expression),
    ...(variables ?? []).map(({ expression }) => expression),
    ...(validations ?? []).flatMap(({ expression, messageExpression }) => [expression, messageExpression]),
    ...(auditAnnotations ?? []).map(({ valueExpression }) => valueExpression),
    ...(mutations ?? []).flatMap((each) => [each.applyConfiguration?.expression, each.jsonPatch?.expression]),
  ];
  return all.flatMap((source) => (source === undefined ? [] : [source, source.trim()]));
}

function hasSameConditions(spec: PolicySpec, old: PolicySpec): boolean {
  const deciding = ({ paramKind = {}, matchConditions = [] }: PolicySpec) => [paramKind, matchConditions];
  return (spec.paramKind === undefined) === (old.paramKind === undefined) && jsonEqual(deciding(spec), deciding(old));
}
