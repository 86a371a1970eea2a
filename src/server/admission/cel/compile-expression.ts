// Follows staging/src/k8s.io/apiserver/pkg/admission/plugin/cel/compile.go (v1.36)

import {
  type CelEnvironment,
  CelSyntaxError,
  type CelType,
  CelTypeError,
  type CompiledExpression,
  type CompileOptions,
  sameType,
} from '../../../apimachinery/cel/index.js';

/**
 * A compiled expression, or the compilation error in the words of Kubernetes' validation. An expression that fails for
 * every input, such as `int("a")`, is an internal error in Kubernetes and not an invalid value.
 */
export type Compiled =
  | { readonly source: string; readonly program: CompiledExpression; readonly fault?: undefined }
  | { readonly source: string; readonly program?: undefined; readonly fault: string; readonly failsAlways?: boolean };

export interface CompileExpressionOptions extends CompileOptions {
  /** The types that the result may have. Unset: any. */
  readonly returns?: readonly CelType[];
}

/** Never throws: callers report the compilation error during validation, or when the expression is used. */
export function compileExpression(
  environment: CelEnvironment,
  source: string,
  { returns, ...options }: CompileExpressionOptions = {},
): Compiled {
  try {
    const program = environment.compileUncached(source, options);
    if (returns && !returns.some((type) => sameType(type, program.type))) {
      return { source, fault: `must evaluate to ${expected(returns)} but got ${typeName(program.type)}` };
    }
    if (program.fault === undefined) return { source, program };
    return { source, fault: `program instantiation failed: ${program.fault}`, failsAlways: true };
  } catch (error) {
    if (!(error instanceof CelSyntaxError) && !(error instanceof CelTypeError)) throw error;
    return { source, fault: `compilation failed: ${error.message}` };
  }
}

function expected(types: readonly CelType[]): string {
  const names = types.map(typeName);
  return names.length === 1 ? names[0]! : `one of [${names.join(' ')}]`;
}

/** Type names as cel-go prints them unformatted: `null_type`, `google.protobuf.Timestamp`, `list(string)`. */
function typeName({ name, parameters }: CelType): string {
  return parameters.length === 0 ? name : `${name}(${parameters.map(typeName).join(', ')})`;
}
