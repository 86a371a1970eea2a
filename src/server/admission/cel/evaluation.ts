// Follows staging/src/k8s.io/apiserver/pkg/admission/plugin/cel/activation.go (v1.36)
// Follows staging/src/k8s.io/apiserver/pkg/admission/plugin/cel/condition.go (v1.36)

import {
  type Activation,
  type CelAuthorizer,
  CelEvaluationError,
  type CelValue,
  type CostBudget,
  evaluateYielding,
} from '../../../apimachinery/cel/index.js';
import type { GroupVersionKind, GroupVersionResource, JsonObject } from '../../../apimachinery/meta/index.js';
import type { Authorizer } from '../../authorization/index.js';
import type { AdmissionRequest } from '../admission-request.js';
import { celAuthorizer } from './authorizer.js';
import type { Compiled } from './compile-expression.js';
import { namespaceValue, requestValue } from './request-value.js';
import { LazyVariables, type PolicyVariables } from './variables.js';

/** The inputs of expressions that are evaluated for one request. */
export interface EvaluationInput {
  readonly request: AdmissionRequest;
  /**
   * Kind and resource of `object` and `old` if these were converted to the version that a rule names. Unset: those of
   * the request.
   */
  readonly kind?: GroupVersionKind | undefined;
  readonly resource?: GroupVersionResource | undefined;
  readonly object: JsonObject | undefined;
  readonly old: JsonObject | undefined;
  /** The namespace of the request, if it has one. */
  readonly namespaceObject?: JsonObject | undefined;
  readonly authorizer?: Authorizer | undefined;
  /** Null if the policy has a paramKind and no parameters were found for this request. */
  readonly params?: JsonObject | null;
  readonly variables?: PolicyVariables;
}

export type EvaluationResult =
  | { readonly value: CelValue; readonly error?: undefined }
  | { readonly value?: undefined; readonly error: string };

/** The expressions for one request exceeded their CEL cost budget. */
export class OutOfBudgetError extends Error {
  override readonly name = 'OutOfBudgetError';

  constructor() {
    super('validation failed due to running out of cost budget, no further validation rules will be run');
  }
}

/** Evaluates expressions for one request. */
export class Evaluation {
  readonly #activation: RequestActivation;

  constructor(input: EvaluationInput) {
    this.#activation = new RequestActivation(input);
  }

  /** Throws `OutOfBudgetError`; all other failures are returned as a result. */
  async evaluate({ source, program, fault }: Compiled, budget: CostBudget): Promise<EvaluationResult> {
    if (!program) return { error: `compilation error: ${fault}` };
    this.#activation.budget = budget;
    try {
      return { value: await evaluateYielding(program, this.#activation as unknown as Activation, { budget }) };
    } catch (error) {
      if (!(error instanceof CelEvaluationError)) throw error;
      if (budget.remaining === 0) throw new OutOfBudgetError();
      return { error: `expression '${source}' resulted in error: ${error.message}` };
    }
  }
}

/** Resolves variables by name. Computed ones are created on first use and cached. */
class RequestActivation {
  readonly #input: EvaluationInput;
  /** The budget of the expression that is being evaluated; evaluating `variables` is charged to it. */
  budget: CostBudget | undefined;
  #request: JsonObject | undefined;
  #namespace: JsonObject | null | undefined;
  #authorizer: CelAuthorizer | undefined;
  #variables: LazyVariables | undefined;

  constructor(input: EvaluationInput) {
    this.#input = input;
  }

  get object(): CelValue {
    return this.#input.object ?? null;
  }

  get oldObject(): CelValue {
    return this.#input.old ?? null;
  }

  get params(): CelValue {
    return this.#input.params ?? null;
  }

  get namespaceObject(): CelValue {
    if (this.#namespace === undefined) this.#namespace = namespaceValue(this.#input.namespaceObject);
    return this.#namespace;
  }

  get request(): CelValue {
    this.#request ??= requestValue(this.#input);
    return this.#request;
  }

  get authorizer(): CelAuthorizer | undefined {
    const { authorizer, request } = this.#input;
    if (authorizer) this.#authorizer ??= celAuthorizer(request.user, authorizer);
    return this.#authorizer;
  }

  get 'authorizer.requestResource'(): CelValue | undefined {
    const { resource: requested, subresource, namespace, name } = this.#input.request.attributes;
    const { group, resource } = requested;
    return this.authorizer?.resourceCheck({ group, resource, subresource, namespace, name });
  }

  get variables(): CelValue | undefined {
    const { variables } = this.#input;
    if (!variables) return undefined;
    this.#variables ??= new LazyVariables(variables, ({ program }, progress) =>
      program.evaluate(this as unknown as Activation, { progress, ...(this.budget && { budget: this.budget }) }),
    );
    return this.#variables;
  }
}
