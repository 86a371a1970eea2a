import type { JsonValue } from '../../meta/index.js';
import { type CelType, listOf } from '../types.js';
import { CelOptional, type CelValue, optionalOf } from '../values.js';

/**
 * A type with what a schema says about its values beyond what the checker needs: how they are made from decoded JSON,
 * and how large they can be.
 */
export interface DeclaredType {
  readonly type: CelType;
  /** The CEL value of decoded JSON. Undefined where decoded JSON is that value as it stands. */
  readonly adapt: Adapt | undefined;
  /** The value of a variable of this type where none is given; without it, using the variable fails. */
  readonly absent?: CelValue;
  /** The fewest bytes that a value takes in a request. */
  readonly minSerializedSize: number;
  /** The most code points, bytes, items or entries that a value has; zero for what has no size. */
  readonly maxElements: number;
  /** Of lists and maps. */
  readonly element?: DeclaredType;
  /** Of maps. */
  readonly key?: DeclaredType;
  /** Of objects, by the escaped name. */
  readonly fields?: ReadonlyMap<string, DeclaredType>;
}

export type Adapt = (json: JsonValue) => CelValue;

/** A variable's type: with bounds and an adapter, or just the type. */
export type VariableType = DeclaredType | CelType;

/** The type as an optional: decoded JSON becomes an optional with that value. */
export function optionalDeclared(declared: DeclaredType): DeclaredType {
  const { adapt } = declared;
  return {
    ...declared,
    type: optionalOf(declared.type),
    adapt: (json) => CelOptional.of(adapt ? adapt(json) : json),
    absent: CelOptional.none,
  };
}

export function listDeclared(element: DeclaredType, maxElements: number, adapt?: Adapt): DeclaredType {
  return { type: listOf(element.type), adapt, minSerializedSize: 2, maxElements, element };
}
