// Follows staging/src/k8s.io/apiserver/pkg/cel/library/quantity.go (v1.36)
// Follows staging/src/k8s.io/apiserver/pkg/cel/quantity.go (v1.36)

import { Quantity, QuantityError } from '../../validation/index.js';
import { type CelLibrary, defineFunction, member, overload } from '../declarations.js';
import { CelFailure } from '../failure.js';
import { CelReference } from '../reference.js';
import { type CelType, opaqueOf } from '../types.js';
import { BOOL, type CelInt, DOUBLE, doubleOf, INT, intOf, STRING } from '../values.js';
import { attempt } from './attempt.js';
import { reading } from './costs.js';

/** The type of quantities. */
export const QUANTITY_TYPE: CelType<CelQuantity> = opaqueOf<CelQuantity>('kubernetes.Quantity');

/** A quantity, as `quantity()` returns it. */
export class CelQuantity extends CelReference {
  readonly quantity: Quantity;

  constructor(quantity: Quantity) {
    super();
    this.quantity = quantity;
  }

  get type(): CelType {
    return QUANTITY_TYPE;
  }

  override equals(other: unknown): boolean {
    return other instanceof CelQuantity && this.quantity.equals(other.quantity);
  }
}

/** Converts arithmetic errors to failures of the expression. */
function calculated(calculate: () => Quantity): CelQuantity {
  try {
    return new CelQuantity(calculate());
  } catch (thrown) {
    if (thrown instanceof QuantityError) throw new CelFailure(thrown.message);
    throw thrown;
  }
}

function parseQuantity(text: string): CelQuantity {
  return calculated(() => Quantity.parse(text));
}

function asInteger({ quantity }: CelQuantity): CelInt {
  const value = quantity.asInt64();
  if (value === undefined) throw new CelFailure('cannot convert value to integer');
  return intOf(value);
}

function ofInt(value: CelInt): Quantity {
  return Quantity.of(value, 'DecimalExponent');
}

/** Resource quantities, such as `1.5Gi`. */
export const quantityLibrary: CelLibrary = {
  name: 'kubernetes.quantity',
  functions: () => [
    defineFunction(
      'quantity',
      overload({
        id: 'string_to_quantity',
        parameters: [STRING],
        result: QUANTITY_TYPE,
        evaluate: parseQuantity,
        ...reading,
      }),
    ),
    defineFunction(
      'isQuantity',
      overload({
        id: 'is_quantity_string',
        parameters: [STRING],
        result: BOOL,
        evaluate: (text) => attempt(() => parseQuantity(text)) !== undefined,
        ...reading,
      }),
    ),
    // Upstream documents it as a member function, but it can only be called like this.
    defineFunction(
      'sign',
      overload({
        id: 'quantity_sign',
        parameters: [QUANTITY_TYPE],
        result: INT,
        evaluate: ({ quantity }) => quantity.sign,
      }),
    ),
    defineFunction(
      'isInteger',
      member({
        id: 'quantity_is_integer',
        parameters: [QUANTITY_TYPE],
        result: BOOL,
        evaluate: ({ quantity }) => quantity.asInt64() !== undefined,
      }),
    ),
    defineFunction(
      'asInteger',
      member({ id: 'quantity_get_int', parameters: [QUANTITY_TYPE], result: INT, evaluate: asInteger }),
    ),
    defineFunction(
      'asApproximateFloat',
      member({
        id: 'quantity_get_float',
        parameters: [QUANTITY_TYPE],
        result: DOUBLE,
        evaluate: ({ quantity }) => doubleOf(quantity.asApproximateFloat()),
      }),
    ),
    defineFunction(
      'isGreaterThan',
      member({
        id: 'quantity_is_greater_than',
        parameters: [QUANTITY_TYPE, QUANTITY_TYPE],
        result: BOOL,
        evaluate: (a, b) => a.quantity.compare(b.quantity) > 0,
      }),
    ),
    defineFunction(
      'isLessThan',
      member({
        id: 'quantity_is_less_than',
        parameters: [QUANTITY_TYPE, QUANTITY_TYPE],
        result: BOOL,
        evaluate: (a, b) => a.quantity.compare(b.quantity) < 0,
      }),
    ),
    defineFunction(
      'compareTo',
      member({
        id: 'quantity_compare_to',
        parameters: [QUANTITY_TYPE, QUANTITY_TYPE],
        result: INT,
        evaluate: (a, b) => a.quantity.compare(b.quantity),
      }),
    ),
    defineFunction(
      'add',
      member({
        id: 'quantity_add',
        parameters: [QUANTITY_TYPE, QUANTITY_TYPE],
        result: QUANTITY_TYPE,
        evaluate: (a, b) => calculated(() => a.quantity.add(b.quantity)),
      }),
      member({
        id: 'quantity_add_int',
        parameters: [QUANTITY_TYPE, INT],
        result: QUANTITY_TYPE,
        evaluate: (a, b) => calculated(() => a.quantity.add(ofInt(b))),
      }),
    ),
    defineFunction(
      'sub',
      member({
        id: 'quantity_sub',
        parameters: [QUANTITY_TYPE, QUANTITY_TYPE],
        result: QUANTITY_TYPE,
        evaluate: (a, b) => calculated(() => a.quantity.subtract(b.quantity)),
      }),
      member({
        id: 'quantity_sub_int',
        parameters: [QUANTITY_TYPE, INT],
        result: QUANTITY_TYPE,
        evaluate: (a, b) => calculated(() => a.quantity.subtract(ofInt(b))),
      }),
    ),
  ],
};
