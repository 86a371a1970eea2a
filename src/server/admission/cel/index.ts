export type { Compiled } from './compile-expression.js';
export { Evaluation, type EvaluationInput, OutOfBudgetError } from './evaluation.js';
export { type MatchCondition, MatchConditions, type MatchResult } from './match-conditions.js';
export { type ExpressionUse, PolicyCompiler, type PolicyCompilerOptions } from './policy-compiler.js';
export { NAMESPACE_TYPE, REQUEST_TYPE } from './types.js';
export { PolicyVariables } from './variables.js';
