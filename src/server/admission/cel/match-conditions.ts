// Follows staging/src/k8s.io/apiserver/pkg/admission/plugin/webhook/matchconditions/matcher.go (v1.36)

import { BOOL, CostBudget, MATCH_CONDITIONS_COST_BUDGET } from '../../../apimachinery/cel/index.js';
import { aggregateMessages } from '../../../apimachinery/meta/index.js';
import { type Compiled, compileExpression } from './compile-expression.js';
import { admissionEnvironment, type ExpressionScope } from './environment.js';
import { type Evaluation, type EvaluationResult, OutOfBudgetError } from './evaluation.js';

export interface MatchCondition {
  readonly name: string;
  readonly expression: string;
}

/** `failed`: a condition could not be evaluated and none was false; the failurePolicy decides what happens. */
export type MatchResult =
  | { readonly outcome: 'matches' }
  | { readonly outcome: 'excluded'; readonly condition: string }
  | { readonly outcome: 'failed'; readonly error: string; readonly failedConditions: number };

const MATCHES: MatchResult = { outcome: 'matches' };

interface CompiledCondition {
  readonly name: string;
  readonly expression: Compiled;
}

/** The matchConditions of a webhook or policy, evaluated after rules and selectors. Compiled once. */
export class MatchConditions {
  readonly #conditions: readonly CompiledCondition[];

  private constructor(conditions: readonly CompiledCondition[]) {
    this.#conditions = conditions;
  }

  /** For webhooks. A condition that does not compile fails when it is evaluated. */
  static compile(conditions: readonly MatchCondition[], scope: ExpressionScope): MatchConditions {
    const environment = admissionEnvironment(scope);
    return MatchConditions.of(conditions, (source) => compileExpression(environment, source, { returns: [BOOL] }));
  }

  static of(conditions: readonly MatchCondition[], compile: (source: string) => Compiled): MatchConditions {
    return new MatchConditions(conditions.map(({ name, expression }) => ({ name, expression: compile(expression) })));
  }

  get isEmpty(): boolean {
    return this.#conditions.length === 0;
  }

  /** A false condition excludes the request even if others fail. */
  async match(evaluation: Evaluation): Promise<MatchResult> {
    if (this.isEmpty) return MATCHES;
    const budget = new CostBudget(MATCH_CONDITIONS_COST_BUDGET);
    const results: EvaluationResult[] = [];
    try {
      for (const { expression } of this.#conditions) results.push(await evaluation.evaluate(expression, budget));
    } catch (error) {
      if (!(error instanceof OutOfBudgetError)) throw error;
      return { outcome: 'failed', error: error.message, failedConditions: 0 };
    }
    const excluding = this.#conditions.find((_, index) => results[index]!.value === false);
    if (excluding) return { outcome: 'excluded', condition: excluding.name };
    const errors = results.flatMap(({ error }) => error ?? []);
    if (errors.length === 0) return MATCHES;
    return { outcome: 'failed', error: aggregateMessages(errors), failedConditions: errors.length };
  }
}
