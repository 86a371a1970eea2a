// Follows staging/src/k8s.io/apiserver/pkg/cel/types.go (v1.36)

import type { JsonValue } from '../../meta/index.js';
import { type CelType, listOf } from '../types.js';
import { CelOptional, type CelValue, optionalOf } from '../values.js';

/**
 * A type with additional information from a schema that the checker does not need: how values are converted from
 * decoded JSON, and how large they can be.
 */
export interface DeclaredType {
  readonly type: CelType;
  /** Converts decoded JSON to a CEL value. Undefined: decoded JSON needs no conversion. */
  readonly adapt: Adapt | undefined;
  /** The value of a variable of this type that is not set. Unset: using the variable fails. */
  readonly absent?: CelValue;
  /** The minimum size of a value in a request, in bytes. */
  readonly minSerializedSize: number;
  /** The maximum number of code points, bytes, items or entries; zero for types without a size. */
  readonly maxElements: number;
  /** For lists and maps. */
  readonly element?: DeclaredType;
  /** For maps. */
  readonly key?: DeclaredType;
  /** For maps: what `map.key` gives, whatever the key. Unset: not known. */
  readonly selected?: DeclaredType;
  /** For objects, by escaped name. */
  readonly fields?: ReadonlyMap<string, DeclaredType>;
}

export type Adapt = (json: JsonValue) => CelValue;

/** The type of a variable: with bounds and an adapter, or just the type. */
export type VariableType = DeclaredType | CelType;

/** The type as an optional: decoded JSON becomes an optional with its value. */
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
