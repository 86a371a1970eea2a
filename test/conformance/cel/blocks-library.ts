import type { CelLibrary } from '../../../src/apimachinery/cel/index.js';
import { bind, inNamespace } from '../../../src/apimachinery/cel/library/bindings.js';
import type { Expr } from '../../../src/apimachinery/cel/syntax/ast.js';
import type { MacroCall } from '../../../src/apimachinery/cel/syntax/macros.js';

/** `cel.block` and its helpers, which cel-spec's cases use and Kubernetes does not have. */
export const blocksLibrary: CelLibrary = {
  name: 'blocks',
  macros: [
    { name: 'block', argumentCount: 2, member: true, expand: inNamespace('cel', block) },
    {
      name: 'index',
      argumentCount: 1,
      member: true,
      expand: inNamespace('cel', ({ args, build }) => build.ident(`@index${literal(args[0]!)}`)),
    },
    {
      name: 'iterVar',
      argumentCount: 2,
      member: true,
      expand: inNamespace('cel', ({ args, build }) => build.ident(`@it:${args.map(literal).join(':')}`)),
    },
  ],
};

/** Each value of the list is visible to the later ones. */
function block({ args, build }: MacroCall): Expr {
  const [list] = args;
  const values = list?.kind === 'list' ? list.elements : [];
  return values.reduceRight((result, value, index) => bind(build, { name: `@index${index}`, value }, result), args[1]!);
}

function literal(node: Expr): string {
  return node.kind === 'literal' ? String(node.value) : '';
}
