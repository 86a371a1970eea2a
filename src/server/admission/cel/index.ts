export { aggregateMessage } from './aggregate-message.js';
export { celAuthorizer } from './authorizer.js';
export { type Compiled, type CompileExpressionOptions, compileExpression } from './compile-expression.js';
export { admissionEnvironment, type ExpressionScope } from './environment.js';
export { Evaluation, type EvaluationInput, type EvaluationResult, OutOfBudgetError } from './evaluation.js';
export { type MatchCondition, MatchConditions, type MatchResult } from './match-conditions.js';
export { type ExpressionUse, PolicyCompiler, type PolicyCompilerOptions } from './policy-compiler.js';
export { PolicyVariables } from './variables.js';
