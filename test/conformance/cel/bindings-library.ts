import type { CelLibrary } from '../../../src/apimachinery/cel/index.js';
import type { Expr } from '../../../src/apimachinery/cel/syntax/ast.js';
import { type AstBuilder, type MacroCall, variableName } from '../../../src/apimachinery/cel/syntax/macros.js';

/** `cel.bind` and `cel.block`, which Kubernetes does not have and cel-spec's cases use. */
export const bindingsLibrary: CelLibrary = {
  name: 'bindings',
  macros: [
    {
      name: 'bind',
      argumentCount: 3,
      member: true,
      expand: ofCel(({ args, build }) => bind(build, variableName(args[0]!), [args[1]!, args[2]!])),
    },
    { name: 'block', argumentCount: 2, member: true, expand: ofCel(block) },
    {
      name: 'index',
      argumentCount: 1,
      member: true,
      expand: ofCel(({ args, build }) => build.ident(`@index${literal(args[0]!)}`)),
    },
    {
      name: 'iterVar',
      argumentCount: 2,
      member: true,
      expand: ofCel(({ args, build }) => build.ident(`@it:${args.map(literal).join(':')}`)),
    },
  ],
};

function ofCel(expand: (call: MacroCall) => Expr): (call: MacroCall) => Expr | undefined {
  return (call) => (call.target?.kind === 'ident' && call.target.name === 'cel' ? expand(call) : undefined);
}

function bind(build: AstBuilder, name: string, [initial, result]: [Expr, Expr]): Expr {
  return build.comprehension({
    macro: 'bind',
    range: build.list(),
    variable: '#unused',
    variable2: undefined,
    accumulator: name,
    initial,
    condition: build.literal(false),
    step: build.ident(name),
    result,
  });
}

/** Each value of the list can be used by those after it. */
function block({ args, build }: MacroCall): Expr {
  const [list] = args;
  const values = list?.kind === 'list' ? list.elements : [];
  return values.reduceRight((result, value, index) => bind(build, `@index${index}`, [value, result]), args[1]!);
}

function literal(node: Expr): string {
  return node.kind === 'literal' ? String(node.value) : '';
}
