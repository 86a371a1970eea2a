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
 * An expression that can be evaluated, or what is wrong with it, in the words of Kubernetes' validation. One that would fail
 * whatever it is evaluated with, as `int("a")`, is no invalid value for Kubernetes, but an internal error.
 */
export type Compiled =
  | { readonly source: string; readonly program: CompiledExpression; readonly fault?: undefined }
  | { readonly source: string; readonly program?: undefined; readonly fault: string; readonly failsAlways?: boolean };

export interface CompileExpressionOptions extends CompileOptions {
  /** The types of which its value must be one; any unless given. */
  readonly returns?: readonly CelType[];
}

/** Compiles without throwing: an expression that does not compile is somebody's to hear of, now or when it is used. */
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

/** As cel-go names types where it does not format them: `null_type`, `google.protobuf.Timestamp`, `list(string)`. */
function typeName({ name, parameters }: CelType): string {
  return parameters.length === 0 ? name : `${name}(${parameters.map(typeName).join(', ')})`;
}
