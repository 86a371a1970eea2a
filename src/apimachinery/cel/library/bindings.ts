// Follows vendor/github.com/google/cel-go/ext/bindings.go (v1.36)

import type { CelLibrary } from '../declarations.js';
import type { Expr } from '../syntax/ast.js';
import { type AstBuilder, type MacroCall, variableName } from '../syntax/macros.js';

/** Binds a name to a value within an expression. */
export interface Binding {
  readonly name: string;
  readonly value: Expr;
}

export function bind(build: AstBuilder, { name, value }: Binding, result: Expr): Expr {
  return build.comprehension({
    macro: 'bind',
    range: build.list(),
    variable: '#unused',
    variable2: undefined,
    accumulator: name,
    initial: value,
    condition: build.literal(false),
    step: build.ident(name),
    result,
  });
}

/** A macro that is called as `namespace.name(…)`; with another target it is an ordinary call. */
export function inNamespace(
  namespace: string,
  expand: (call: MacroCall) => Expr,
): (call: MacroCall) => Expr | undefined {
  return (call) => (call.target?.kind === 'ident' && call.target.name === namespace ? expand(call) : undefined);
}

function expandBind({ args, build }: MacroCall): Expr {
  const [variable, value, result] = args as [Expr, Expr, Expr];
  const name = variableName(variable, 'cel.bind() variable names must be simple identifiers');
  return bind(build, { name, value }, result);
}

/** `cel.bind(name, value, expression)`. Not in the base environment; used by device selectors. */
export const bindingsLibrary: CelLibrary = {
  name: 'bindings',
  macros: [{ name: 'bind', argumentCount: 3, member: true, expand: inNamespace('cel', expandBind) }],
};
