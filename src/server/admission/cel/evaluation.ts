import {
  type Activation,
  type CelAuthorizer,
  CelEvaluationError,
  type CelValue,
  type CostBudget,
  evaluateAuthorizing,
} from '../../../apimachinery/cel/index.js';
import type { GroupVersionKind, GroupVersionResource, JsonObject } from '../../../apimachinery/meta/index.js';
import type { Authorizer } from '../../authorization/index.js';
import type { AdmissionRequest } from '../admission-request.js';
import { celAuthorizer } from './authorizer.js';
import type { Compiled } from './compile-expression.js';
import { namespaceValue, requestValue } from './request-value.js';
import { LazyVariables, type PolicyVariables } from './variables.js';

/** What expressions about one request can see. */
export interface EvaluationInput {
  readonly request: AdmissionRequest;
  /** That of `object` and `old`, where they have been converted to what a rule names; else that of the request. */
  readonly kind?: GroupVersionKind;
  readonly resource?: GroupVersionResource;
  readonly object: JsonObject | undefined;
  readonly old: JsonObject | undefined;
  /** The namespace that the request is in, if it is in one. */
  readonly namespaceObject?: JsonObject | undefined;
  readonly authorizer?: Authorizer;
  /** Null where a policy has parameters and there are none for this request. */
  readonly params?: JsonObject | null;
  readonly variables?: PolicyVariables;
}

export type EvaluationResult =
  | { readonly value: CelValue; readonly error?: undefined }
  | { readonly value?: undefined; readonly error: string };

/** The expressions for one request have together cost more than they may. */
export class OutOfBudgetError extends Error {
  override readonly name = 'OutOfBudgetError';

  constructor() {
    super('validation failed due to running out of cost budget, no further validation rules will be run');
  }
}

/** The variables of one request: whatever has to be made is made when an expression first uses it, and once. */
export class Evaluation {
  readonly #input: EvaluationInput;
  readonly #activation: Activation;
  #budget: CostBudget | undefined;
  #request: JsonObject | undefined;
  #namespace: JsonObject | null | undefined;
  #authorizer: CelAuthorizer | undefined;
  #variables: LazyVariables | undefined;

  constructor(input: EvaluationInput) {
    this.#input = input;
    this.#activation = this.#createActivation();
  }

  /** Throws `OutOfBudgetError`; whatever else goes wrong is a result. */
  async evaluate(expression: Compiled, budget: CostBudget): Promise<EvaluationResult> {
    const { source, program, fault } = expression;
    if (!program) return { error: `compilation error: ${fault}` };
    this.#budget = budget;
    try {
      return { value: await evaluateAuthorizing(program, this.#activation, { budget }) };
    } catch (error) {
      if (!(error instanceof CelEvaluationError)) throw error;
      if (budget.remaining === 0) throw new OutOfBudgetError();
      return { error: `expression '${source}' resulted in error: ${error.message}` };
    }
  }

  #createActivation(): Activation {
    const evaluation = this;
    const { object = null, old = null, params = null, authorizer, variables } = this.#input;
    return {
      object,
      oldObject: old,
      params,
      get namespaceObject(): CelValue {
        evaluation.#namespace ??= namespaceValue(evaluation.#input.namespaceObject);
        return evaluation.#namespace;
      },
      get request(): CelValue {
        evaluation.#request ??= requestValue(evaluation.#input);
        return evaluation.#request;
      },
      get authorizer(): CelValue | undefined {
        return authorizer && evaluation.#authorizerOf(authorizer);
      },
      get 'authorizer.requestResource'(): CelValue | undefined {
        return authorizer && evaluation.#authorizerOf(authorizer).resourceCheck(evaluation.#requestResource());
      },
      get variables(): CelValue | undefined {
        return variables && evaluation.#variablesOf(variables);
      },
    };
  }

  #authorizerOf(authorizer: Authorizer): CelAuthorizer {
    this.#authorizer ??= celAuthorizer(this.#input.request.user, authorizer);
    return this.#authorizer;
  }

  #requestResource() {
    const { resource, subresource, namespace, name } = this.#input.request.attributes;
    return { group: resource.group, resource: resource.resource, subresource, namespace, name };
  }

  /** They are paid for by the expression that first uses them. */
  #variablesOf(variables: PolicyVariables): LazyVariables {
    this.#variables ??= new LazyVariables(variables, ({ program }) =>
      program.evaluate(this.#activation, this.#budget ? { budget: this.#budget } : {}),
    );
    return this.#variables;
  }
}
