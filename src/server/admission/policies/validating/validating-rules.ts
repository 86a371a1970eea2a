// Follows staging/src/k8s.io/apiserver/pkg/admission/plugin/policy/validating/validator.go (v1.36)

import {
  type CelValue,
  CostBudget,
  MAX_MESSAGE_EXPRESSION_BYTES,
  RUNTIME_COST_BUDGET,
} from '../../../../apimachinery/cel/index.js';
import { systemClock } from '../../../../apimachinery/clock/index.js';
import type { JsonObject } from '../../../../apimachinery/meta/index.js';
import { type Compiled, type Evaluation, MatchConditions, OutOfBudgetError, PolicyCompiler } from '../../cel/index.js';
import type { PolicySpec } from '../policy-spec.js';
import type { Decision, PolicyAnnotation, Verdict } from './verdict.js';

interface ValidatingPolicySpec extends PolicySpec {
  readonly validations?: readonly ValidationSpec[];
  readonly auditAnnotations?: readonly { readonly key: string; readonly valueExpression: string }[];
}

interface ValidationSpec {
  readonly expression: string;
  readonly message?: string;
  readonly messageExpression?: string;
  readonly reason?: string;
}

interface Validation {
  readonly spec: ValidationSpec;
  readonly expression: Compiled;
  readonly message: Compiled | undefined;
}

/** The compiled spec of a validating policy. */
export class ValidatingRules {
  readonly conditions: MatchConditions;
  readonly variables: PolicyCompiler['variables'];
  readonly #ignoresFailures: boolean;
  readonly #validations: readonly Validation[];
  readonly #annotations: readonly { readonly key: string; readonly value: Compiled }[];

  constructor(policy: JsonObject) {
    const spec = (policy['spec'] ?? {}) as unknown as ValidatingPolicySpec;
    const hasParams = spec.paramKind !== undefined;
    const compiler = new PolicyCompiler({ hasParams, hasVariables: true, isStored: () => true });
    for (const { name, expression } of spec.variables ?? []) compiler.addVariable(name, expression);
    this.variables = compiler.variables;
    this.#ignoresFailures = spec.failurePolicy === 'Ignore';
    this.conditions = MatchConditions.of(spec.matchConditions ?? [], (source) =>
      compiler.compile('matchCondition', source),
    );
    this.#validations = (spec.validations ?? []).map((validation) => ({
      spec: validation,
      expression: compiler.compile('validation', validation.expression),
      message: validation.messageExpression ? compiler.compile('message', validation.messageExpression) : undefined,
    }));
    this.#annotations = (spec.auditAnnotations ?? []).map(({ key, valueExpression }) => ({
      key,
      value: compiler.compile('auditAnnotation', valueExpression),
    }));
  }

  /** The verdict if the policy could not be evaluated at all. */
  failed(message: string): Verdict {
    return { decisions: [this.#failure(message)], annotations: [] };
  }

  async judge(evaluation: Evaluation): Promise<Verdict> {
    try {
      const decisions = await this.#validate(evaluation, new CostBudget(RUNTIME_COST_BUDGET));
      const annotations = await this.#annotate(evaluation, new CostBudget(RUNTIME_COST_BUDGET));
      return { decisions, annotations };
    } catch (error) {
      if (error instanceof OutOfBudgetError) return this.failed(error.message);
      throw error;
    }
  }

  /** Message expressions are evaluated only for denials, after all validations have been charged to the budget. */
  async #validate(evaluation: Evaluation, budget: CostBudget): Promise<Decision[]> {
    const decisions: Decision[] = [];
    for (const validation of this.#validations) {
      const begin = systemClock.monotonic();
      const { value, error } = await evaluation.evaluate(validation.expression, budget);
      const seconds = (systemClock.monotonic() - begin) / 1000;
      if (error !== undefined) decisions.push(this.#failure(error, seconds));
      else decisions.push({ outcome: value === true ? 'admitted' : 'denied', message: '', seconds });
    }
    for (const [index, decision] of decisions.entries()) {
      if (decision.outcome !== 'denied') continue;
      decisions[index] = await this.#denial(this.#validations[index]!, decision, { evaluation, budget });
    }
    return decisions;
  }

  async #denial(
    { spec, message: expression }: Validation,
    { seconds }: Decision,
    { evaluation, budget }: { evaluation: Evaluation; budget: CostBudget },
  ): Promise<Decision> {
    try {
      const evaluated = expression && (await evaluation.evaluate(expression, budget)).value;
      const message = messageOf(evaluated) || spec.message?.trim() || `failed expression: ${spec.expression.trim()}`;
      return { outcome: 'denied', message, reason: spec.reason ?? 'Invalid', seconds };
    } catch (error) {
      if (!(error instanceof OutOfBudgetError)) throw error;
      return this.#failure(`failed messageExpression: ${error.message}`, seconds);
    }
  }

  async #annotate(evaluation: Evaluation, budget: CostBudget): Promise<PolicyAnnotation[]> {
    const annotations: PolicyAnnotation[] = [];
    for (const { key, value: expression } of this.#annotations) {
      const begin = systemClock.monotonic();
      const { value, error } = await evaluation.evaluate(expression, budget);
      if (error !== undefined) {
        const seconds = (systemClock.monotonic() - begin) / 1000;
        if (!this.#ignoresFailures) annotations.push({ key, failure: this.#failure(error, seconds) });
      } else if (typeof value === 'string' && value.trim() !== '') annotations.push({ key, value: value.trim() });
    }
    return annotations;
  }

  #failure(message: string, seconds = 0): Decision {
    return { outcome: this.#ignoresFailures ? 'ignored' : 'failed', message, seconds };
  }
}

/** The result of a messageExpression if it is usable: a single line within the length limit. */
function messageOf(value: CelValue | undefined): string {
  if (typeof value !== 'string') return '';
  const text = value.trim();
  return text.includes('\n') || Buffer.byteLength(text) > MAX_MESSAGE_EXPRESSION_BYTES ? '' : text;
}
