// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation/validation.go (v1.36)

import type { CompiledExpression } from '../cel/index.js';
import { goJson } from '../meta/index.js';
import type { ValidationRule } from '../schema/index.js';
import { type FieldError, type FieldPath, VerbatimValue } from '../validation/index.js';
import type { RuleEnvironments } from './known-expressions.js';
import { type RuleCosts, ruleCost } from './rule-costs.js';
import type { RulePlace } from './rule-places.js';
import { type Compiled, RuleCompiler, type RuleProgram } from './rule-program.js';

export interface CheckExpressionsOptions {
  readonly known: RuleEnvironments;
  /** Adds up the estimated costs. */
  readonly costs: RuleCosts;
}

/** Validates the expressions of a schema node. */
export function checkExpressions(place: RulePlace, { known, costs }: CheckExpressionsOptions): FieldError[] {
  const path = place.path.child('x-kubernetes-validations');
  if (place.self === undefined) return [path.internal(noType)];
  const compiler = new RuleCompiler(place.self, known);
  return place.rules.flatMap((definition, index) => {
    const program = compiler.compile(definition);
    return program === undefined ? [] : checkRule(program, path.index(index), { place, costs });
  });
}

const noType =
  'internal error: failed to construct type information for x-kubernetes-validations rules: unable to convert structural schema to CEL declarations';

interface Circumstances {
  readonly place: RulePlace;
  readonly costs: RuleCosts;
}

function checkRule(program: RuleProgram, path: FieldPath, { place, costs }: Circumstances): FieldError[] {
  const { definition, rule, message } = program;
  return [
    ...checkCompiled(rule, { definition, path: path.child('rule') }, (compiled) =>
      costs.add(path.child('rule'), { name: 'rule', cost: ruleCost(compiled, place) }),
    ),
    ...checkCompiled(message, { definition, path: path.child('messageExpression') }, (compiled) =>
      costs.add(path.child('messageExpression'), { name: 'messageExpression', cost: compiled.estimateCost().max }),
    ),
    ...checkOldSelf(program, path, place.uncorrelatable),
  ];
}

function checkCompiled(
  compiled: Compiled | undefined,
  { definition, path }: { definition: ValidationRule; path: FieldPath },
  checkCost: (program: CompiledExpression) => FieldError[],
): FieldError[] {
  if (compiled === undefined) return [];
  const { program, fault } = compiled;
  return program === undefined ? [path.invalid(shown(definition), fault)] : checkCost(program);
}

function checkOldSelf(program: RuleProgram, path: FieldPath, uncorrelatable: FieldPath | undefined): FieldError[] {
  const { definition, usesOldSelf } = program;
  if (usesOldSelf && uncorrelatable !== undefined) {
    const detail = `oldSelf cannot be used on the uncorrelatable portion of the schema within ${uncorrelatable}`;
    return [path.child('rule').invalid(definition.rule, detail)];
  }
  if (usesOldSelf || definition.optionalOldSelf === undefined) return [];
  const detail = 'may not be set if oldSelf is not used in rule';
  return [path.child('optionalOldSelf').invalid(definition.optionalOldSelf, detail)];
}

/** Formats a rule as Kubernetes does: with the field names of its internal type. */
function shown(definition: ValidationRule): VerbatimValue {
  const {
    rule,
    message = '',
    messageExpression = '',
    reason = null,
    fieldPath = '',
    optionalOldSelf = null,
  } = definition;
  const fields = {
    Rule: rule,
    Message: message,
    MessageExpression: messageExpression,
    Reason: reason,
    FieldPath: fieldPath,
    OptionalOldSelf: optionalOldSelf,
  };
  return new VerbatimValue(`{${Object.entries(fields).map(([name, value]) => `"${name}":${goJson(value)}`)}}`);
}
