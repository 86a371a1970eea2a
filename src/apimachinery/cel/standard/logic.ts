// Follows vendor/github.com/google/cel-go/common/stdlib/standard.go (v1.36)
// Follows vendor/github.com/google/cel-go/common/overloads/overloads.go (v1.36)

import { defineFunction, type FunctionDeclaration, overload } from '../declarations.js';
import { type CelType, typeParameter } from '../types.js';
import { BOOL, type CelValue } from '../values.js';

const A = typeParameter('A') as CelType<CelValue>;

/**
 * Operators that do not evaluate all operands, or absorb failures. The compiler implements them; these declarations
 * define their types, and their results if every operand has a value.
 */
export const logic = (): readonly FunctionDeclaration[] => [
  defineFunction(
    '_?_:_',
    overload({
      id: 'conditional',
      parameters: [BOOL, A, A],
      result: A,
      evaluate: (condition, whenTrue, whenFalse) => (condition ? whenTrue : whenFalse),
    }),
  ),
  defineFunction(
    '_&&_',
    overload({ id: 'logical_and', parameters: [BOOL, BOOL], result: BOOL, evaluate: (a, b) => a && b }),
  ),
  defineFunction(
    '_||_',
    overload({ id: 'logical_or', parameters: [BOOL, BOOL], result: BOOL, evaluate: (a, b) => a || b }),
  ),
  defineFunction('!_', overload({ id: 'logical_not', parameters: [BOOL], result: BOOL, evaluate: (value) => !value })),
  defineFunction(
    '@not_strictly_false',
    overload({
      id: 'not_strictly_false',
      parameters: [BOOL],
      result: BOOL,
      evaluate: (value) => value,
    }),
  ),
];
