// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel/compilation.go (v1.36)

import {
  BOOL,
  type CelEnvironment,
  CelSyntaxError,
  type CelType,
  CelTypeError,
  type CompiledExpression,
  type DeclaredType,
  optionalDeclared,
  optionalOf,
  STRING,
  sameType,
  type VariableType,
} from '../cel/index.js';
import type { ValidationRule } from '../schema/index.js';
import type { RuleEnvironments } from './known-expressions.js';

/** A compiled rule, or its compilation error. */
export interface RuleProgram {
  readonly definition: ValidationRule;
  readonly rule: Compiled;
  /** Undefined without a messageExpression, or if the rule itself does not compile. */
  readonly message: Compiled | undefined;
  /** Whether it is a transition rule, which uses oldSelf. */
  readonly usesOldSelf: boolean;
}

export type Compiled =
  | { readonly program: CompiledExpression; readonly fault?: undefined }
  | { readonly program?: undefined; readonly fault: string };

/** Compiles rules on values of one type. The environments cache programs for its lifetime. */
export class RuleCompiler {
  readonly #environments: RuleEnvironments;
  readonly #mandatory: Variables;
  readonly #optional: Variables;
  readonly #messageOfOptional: Variables;

  constructor(self: DeclaredType, environments: RuleEnvironments) {
    this.#environments = environments;
    this.#mandatory = { self, oldSelf: self };
    this.#optional = { self, oldSelf: optionalDeclared(self) };
    // Upstream type-checks the message with an optional oldSelf, like the rule, but evaluates it with the plain old
    // value: functions of optionals then fail, and the static message is used.
    this.#messageOfOptional = { self, oldSelf: { ...self, type: optionalOf(self.type) } };
  }

  /** Undefined for an empty rule. */
  compile(definition: ValidationRule): RuleProgram | undefined {
    const { rule: source, messageExpression = '', optionalOldSelf = false } = definition;
    if (source.trim() === '') return undefined;
    const variables = optionalOldSelf ? this.#optional : this.#mandatory;
    const rule = compile(this.#environments.forRule(source), source, { variables, ...ruleExpectation });
    if (rule.program === undefined) return { definition, rule, message: undefined, usesOldSelf: false };
    const usesOldSelf = rule.program.variables.includes('oldSelf');
    if (messageExpression === '') return { definition, rule, message: undefined, usesOldSelf };
    const environment = this.#environments.forMessage(messageExpression);
    const messageVariables = optionalOldSelf ? this.#messageOfOptional : this.#mandatory;
    const message = compile(environment, messageExpression, { variables: messageVariables, ...messageExpectation });
    return { definition, rule, message, usesOldSelf };
  }
}

type Variables = Readonly<Record<'self' | 'oldSelf', VariableType>>;

interface Expectation {
  readonly type: CelType;
  readonly failed: string;
  readonly instantiationFailed: string;
  readonly wrongType: string;
}

const ruleExpectation: Expectation = {
  type: BOOL,
  failed: 'compilation failed',
  instantiationFailed: 'program instantiation failed',
  wrongType: 'cel expression must evaluate to a bool',
};

const messageExpectation: Expectation = {
  type: STRING,
  failed: 'messageExpression compilation failed',
  instantiationFailed: 'messageExpression instantiation failed',
  wrongType: 'messageExpression must evaluate to a string',
};

function compile(
  environment: CelEnvironment,
  source: string,
  { variables, type, failed, instantiationFailed, wrongType }: Expectation & { readonly variables: Variables },
): Compiled {
  try {
    const program = environment.compile(source, { variables });
    if (!sameType(program.type, type)) return { fault: wrongType };
    return program.fault === undefined ? { program } : { fault: `${instantiationFailed}: ${program.fault}` };
  } catch (error) {
    if (error instanceof CelSyntaxError || error instanceof CelTypeError) {
      return { fault: `${failed}: ${error.message}` };
    }
    throw error;
  }
}
