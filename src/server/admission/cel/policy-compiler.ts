// Follows staging/src/k8s.io/apiserver/pkg/admission/plugin/cel/composition.go (v1.36)

import {
  BOOL,
  type CelType,
  JSON_PATCH_TYPE,
  listOf,
  NULL,
  ObjectType,
  STRING,
} from '../../../apimachinery/cel/index.js';
import { type Compiled, compileExpression } from './compile-expression.js';
import { admissionEnvironment } from './environment.js';
import { PolicyVariables } from './variables.js';

/** The field of a policy or webhook that holds an expression. */
export type ExpressionUse =
  | 'matchCondition'
  | 'variable'
  | 'validation'
  | 'message'
  | 'auditAnnotation'
  | 'applyConfiguration'
  | 'jsonPatch';

interface UseRules {
  /** Unset: any type. */
  readonly returns?: readonly CelType[];
  readonly hasAuthorizer?: boolean;
  readonly hasPatchTypes?: boolean;
  readonly hasVariables?: boolean;
}

const withAuthorizer = { hasAuthorizer: true, hasVariables: true };
const patching = { ...withAuthorizer, hasPatchTypes: true };

const uses: Readonly<Record<ExpressionUse, UseRules>> = {
  matchCondition: { returns: [BOOL], hasAuthorizer: true },
  variable: withAuthorizer,
  validation: { ...withAuthorizer, returns: [BOOL] },
  message: { returns: [STRING], hasVariables: true },
  auditAnnotation: { ...withAuthorizer, returns: [STRING, NULL] },
  applyConfiguration: { ...patching, returns: [new ObjectType('Object', new Map())] },
  jsonPatch: { ...patching, returns: [listOf(JSON_PATCH_TYPE)] },
};

export interface PolicyCompilerOptions {
  readonly hasParams: boolean;
  /** Whether expressions may use `variables`. */
  readonly hasVariables: boolean;
  /** Whether an expression is stored already, and may therefore use features that new expressions may not. */
  readonly isStored: (source: string) => boolean;
}

/** Compiles the expressions of one policy. Variables come first, in declaration order. */
export class PolicyCompiler {
  readonly variables = new PolicyVariables();
  readonly #options: PolicyCompilerOptions;
  readonly #declared: { readonly variables: CelType };

  constructor(options: PolicyCompilerOptions) {
    this.#options = options;
    this.#declared = { variables: this.variables.type };
  }

  compile(use: ExpressionUse, source: string): Compiled {
    const { returns, hasVariables, ...scope } = uses[use];
    const { hasParams, isStored } = this.#options;
    const environment = admissionEnvironment({ ...scope, hasParams, age: isStored(source) ? 'stored' : 'new' });
    return compileExpression(environment, source, {
      ...(returns && { returns }),
      ...(hasVariables && this.#options.hasVariables && { variables: this.#declared }),
    });
  }

  /** Later expressions may refer to the variable even if it does not compile. */
  addVariable(name: string, source: string): Compiled {
    const compiled = this.compile('variable', source);
    this.variables.add(name, compiled);
    return compiled;
  }
}
