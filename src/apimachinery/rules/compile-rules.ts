// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel/compilation.go (v1.36)

import { celTypeOfSchema, Suspension } from '../cel/index.js';
import { type CompileRules, type RuleOutcome, SuspendedRules } from '../schema/index.js';
import { storedExpressions } from './known-expressions.js';
import { RuleCompiler } from './rule-program.js';
import { RuleRun } from './rule-run.js';
import { RunnableRule } from './runnable-rule.js';

/** Cost budget for evaluating a schema's rules on its defaults: that of one request. */
export const defaultsBudget = 10_000_000;

/** Compiles the rules of a schema, for evaluation when an object is written. */
export const compileRules: CompileRules = (schema, position) => {
  const isResourceRoot = position === 'root' || schema['x-kubernetes-embedded-resource'] === true;
  const self = celTypeOfSchema(schema, { isResourceRoot });
  if (self === undefined) return undefined;
  const compiler = new RuleCompiler(self, storedExpressions);
  const rules = (schema['x-kubernetes-validations'] ?? [])
    .map((definition) => compiler.compile(definition))
    .filter((program) => program !== undefined)
    .map((program) => new RunnableRule(schema, program));
  const usesOldSelf = rules.some((rule) => rule.usesOldSelf);
  return (value, context) => {
    const run = new RuleRun(value, { type: schema.type ?? '', context, usesOldSelf });
    if (context.budget.remaining <= 0) run.runOutOfBudget();
    return outcomeOf(run, rules);
  };
};

/** Evaluates the rules, or continues with them. */
function outcomeOf(run: RuleRun, rules: readonly RunnableRule[]): RuleOutcome {
  try {
    while (run.nextRule < rules.length && !run.isOver) {
      rules[run.nextRule]!.check(run);
      run.endRule();
    }
    return run.errors;
  } catch (thrown) {
    if (!(thrown instanceof Suspension)) throw thrown;
    return new SuspendedRules({ wait: thrown.wait, resume: () => outcomeOf(run, rules) });
  }
}
