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

/** What an expression of a policy, or of a webhook, is for. */
export type ExpressionUse =
  | 'matchCondition'
  | 'variable'
  | 'validation'
  | 'message'
  | 'auditAnnotation'
  | 'applyConfiguration'
  | 'jsonPatch';

interface UseRules {
  /** Any type if absent. */
  readonly returns?: readonly CelType[];
  readonly hasAuthorizer?: boolean;
  readonly hasPatchTypes?: boolean;
  readonly hasVariables?: boolean;
}

const asking = { hasAuthorizer: true, hasVariables: true };
const patching = { ...asking, hasPatchTypes: true };

const uses: Readonly<Record<ExpressionUse, UseRules>> = {
  matchCondition: { returns: [BOOL], hasAuthorizer: true },
  variable: asking,
  validation: { ...asking, returns: [BOOL] },
  message: { returns: [STRING], hasVariables: true },
  auditAnnotation: { ...asking, returns: [STRING, NULL] },
  applyConfiguration: { ...patching, returns: [new ObjectType('Object', new Map())] },
  jsonPatch: { ...patching, returns: [listOf(JSON_PATCH_TYPE)] },
};

export interface PolicyCompilerOptions {
  readonly hasParams: boolean;
  /** Whether expressions may speak of `variables`. */
  readonly hasVariables: boolean;
  /** Whether an expression is stored already, and may use what new ones may not. */
  readonly isStored: (source: string) => boolean;
}

/** Compiles the expressions of one policy: its variables first, in their order. */
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

  /** Later expressions may refer to it, whether or not it compiles. */
  addVariable(name: string, source: string): Compiled {
    const compiled = this.compile('variable', source);
    this.variables.add(name, compiled);
    return compiled;
  }
}
