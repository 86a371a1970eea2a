import { celTypeOfSchema } from '../../apimachinery/cel/index.js';
import type { CompileRules } from '../../apimachinery/schema/index.js';
import { storedExpressions } from './known-expressions.js';
import { RuleCompiler } from './rule-program.js';
import { RuleRun } from './rule-run.js';
import { RunnableRule } from './runnable-rule.js';

/** Compiles the rules of custom resources, for evaluation when an object is written. */
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
    for (const rule of rules) {
      if (run.isOver) break;
      rule.check(run);
    }
    return run.errors;
  };
};
