// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation/validation.go (v1.36)

import { type CelEnvironment, kubernetesEnvironment, storedExpressionsEnvironment } from '../cel/index.js';
import type { JsonSchema } from '../schema/index.js';

/** Selects the environment in which an expression is compiled. */
export interface RuleEnvironments {
  forRule(source: string): CelEnvironment;
  forMessage(source: string): CelEnvironment;
}

/** Stored expressions were accepted before: they may use features of any version. */
export const storedExpressions: RuleEnvironments = {
  forRule: storedExpressionsEnvironment,
  forMessage: storedExpressionsEnvironment,
};

/** New expressions may only use features that the previous version supports too. Existing ones may use all. */
export class KnownExpressions implements RuleEnvironments {
  static readonly none = new KnownExpressions();

  readonly #rules = new Set<string>();
  readonly #messages = new Set<string>();

  /** Collects the expressions of a definition's schemas before a change. */
  static of(schemas: Iterable<JsonSchema>): KnownExpressions {
    const known = new KnownExpressions();
    for (const schema of schemas) known.#collect(schema);
    return known;
  }

  forRule(source: string): CelEnvironment {
    return this.#rules.has(source) ? storedExpressionsEnvironment() : kubernetesEnvironment();
  }

  forMessage(source: string): CelEnvironment {
    return this.#messages.has(source) ? storedExpressionsEnvironment() : kubernetesEnvironment();
  }

  #collect(schema: JsonSchema): void {
    for (const { rule, messageExpression } of schema['x-kubernetes-validations'] ?? []) {
      this.#rules.add(rule);
      if (messageExpression !== undefined) this.#messages.add(messageExpression);
    }
    const { items, additionalProperties, properties = {} } = schema;
    for (const property of Object.values(properties)) this.#collect(property);
    if (items !== undefined) this.#collect(items);
    if (typeof additionalProperties === 'object') this.#collect(additionalProperties);
  }
}
