// Follows staging/src/k8s.io/apiserver/pkg/authentication/cel/compile.go (v1.36)
// Follows staging/src/k8s.io/apiserver/pkg/authentication/cel/mapper.go (v1.36)

import {
  BOOL,
  CelEvaluationError,
  CelSyntaxError,
  CelTypeError,
  type CelValue,
  type CompiledExpression,
  celTypeOfSchema,
  type DeclaredType,
  sameType,
  storedExpressionsEnvironment,
} from '../../../apimachinery/cel/index.js';
import type { JsonObject } from '../../../apimachinery/meta/index.js';
import type { JsonSchema } from '../../../apimachinery/schema/index.js';
import { claimsType } from './claims-value.js';

/** A compilation error, in the words of kube-apiserver. */
export class ExpressionProblem extends Error {}

export type Expression = CompiledExpression;

const text: JsonSchema = { type: 'string' };
const texts: JsonSchema = { type: 'array', items: text };
const userSchema: JsonSchema = {
  type: 'object',
  properties: { username: text, uid: text, groups: texts, extra: { type: 'object', additionalProperties: texts } },
};

/** Shared by all expressions: compiled programs are cached by object identity. */
const claimVariables = { claims: claimsType };
let userVariables: { readonly user: DeclaredType } | undefined;

/** The result may have any type, since the types of claims are unknown. Throws `ExpressionProblem`. */
export function compileMapping(expression: string): Expression {
  return compiled(expression, claimVariables);
}

/** Throws `ExpressionProblem`. */
export function compileClaimRule(expression: string): Expression {
  return mustBeRule(compiled(expression, claimVariables));
}

/** Throws `ExpressionProblem`. */
export function compileUserRule(expression: string): Expression {
  userVariables ??= { user: celTypeOfSchema(userSchema, { name: 'kubernetes.UserInfo' })! };
  return mustBeRule(compiled(expression, userVariables));
}

function compiled(expression: string, variables: Readonly<Record<string, DeclaredType>>): Expression {
  try {
    return storedExpressionsEnvironment().compile(expression, { variables });
  } catch (error) {
    if (!(error instanceof CelSyntaxError || error instanceof CelTypeError)) throw error;
    throw new ExpressionProblem(`compilation failed: ${error.message}`);
  }
}

function mustBeRule(expression: Expression): Expression {
  if (sameType(expression.type, BOOL)) return expression;
  throw new ExpressionProblem('must evaluate to bool');
}

/** Throws an error that names the expression. */
export function evaluate(expression: Expression, variables: Readonly<Record<string, JsonObject>>): CelValue {
  try {
    return expression.evaluate(variables);
  } catch (error) {
    if (!(error instanceof CelEvaluationError)) throw error;
    throw new Error(`expression '${expression.source}' resulted in error: ${error.message}`, { cause: error });
  }
}

type Tree = Expression['expression'];

/** Whether the expression uses a claim, as `claims.name` or `claims.?name`. */
export function usesClaim({ expression }: Expression, name: string): boolean {
  return selects(expression, name);
}

function selects(tree: Tree, name: string): boolean {
  if (tree.kind === 'select') return (isClaims(tree.operand) && tree.field === name) || selects(tree.operand, name);
  if (tree.kind === 'call' && tree.name === '_?._') {
    const [operand, field] = tree.args;
    if (operand && isClaims(operand) && field?.kind === 'literal' && field.value === name) return true;
  }
  return partsOf(tree).some((part) => selects(part, name));
}

function isClaims(tree: Tree): boolean {
  return tree.kind === 'ident' && tree.name === 'claims';
}

function partsOf(tree: Tree): readonly Tree[] {
  switch (tree.kind) {
    case 'call':
      return tree.target ? [tree.target, ...tree.args] : tree.args;
    case 'list':
      return tree.elements;
    case 'map':
      return tree.entries.flatMap(({ key, value }) => [key, value]);
    case 'object':
      return tree.fields.map(({ value }) => value);
    case 'comprehension':
      return [tree.range, tree.initial, tree.condition, tree.step, tree.result];
    default:
      return [];
  }
}
