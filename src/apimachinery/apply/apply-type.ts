import type { JsonValue } from '../meta/index.js';
import { fieldElement, type PathElement } from './path-element.js';

export type ScalarKind = 'numeric' | 'string' | 'boolean' | 'untyped';

/**
 * How values of one place of an object are merged and owned. A place may allow several kinds of values; the value tells
 * which applies, see `kindOf`. What is below is made when it is first asked for, so types may be recursive.
 */
export interface ApplyType {
  readonly map: MapType | undefined;
  readonly list: ListType | undefined;
  readonly scalar: ScalarKind | undefined;
}

/** A field that a schema names. */
export interface FieldType {
  readonly element: PathElement;
  readonly default: JsonValue | undefined;
  readonly type: ApplyType;
}

export class MapType {
  /** Whether the whole is one value that one manager owns. */
  readonly isAtomic: boolean;
  readonly fields: ReadonlyMap<string, FieldType>;
  readonly #element: () => ApplyType | undefined;

  constructor(options: {
    isAtomic: boolean;
    fields: ReadonlyMap<string, FieldType>;
    element: () => ApplyType | undefined;
  }) {
    this.isAtomic = options.isAtomic;
    this.fields = options.fields;
    this.#element = memoised(options.element);
  }

  /** The type of what is not among `fields`; undefined where the schema knows of nothing else. */
  get elementType(): ApplyType | undefined {
    return this.#element();
  }

  /** The type of a field, declared or not. */
  typeOf(name: string): ApplyType {
    return this.fields.get(name)?.type ?? this.elementType ?? deducedType;
  }

  withAtomic(isAtomic: boolean): MapType {
    return new MapType({ isAtomic, fields: this.fields, element: this.#element });
  }
}

/** `atomic`: one value; `set`: items are told apart by their value; `map`: by their keys. */
export type ListKind = 'atomic' | 'set' | 'map';

export class ListType {
  readonly kind: ListKind;
  /** Names of the fields that tell items of a `map` apart: as declared, and in byte order. */
  readonly keys: readonly string[];
  readonly sortedKeys: readonly string[];
  readonly #element: () => ApplyType;

  constructor(options: { kind: ListKind; keys: readonly string[]; element: () => ApplyType }) {
    this.kind = options.kind;
    this.keys = options.keys;
    this.sortedKeys = [...options.keys].sort();
    this.#element = memoised(options.element);
  }

  get elementType(): ApplyType {
    return this.#element();
  }
}

/** A declared field whose type is made on first use. */
export function lazyField(name: string, options: { default?: JsonValue; type: () => ApplyType }): FieldType {
  const type = memoised(options.type);
  return {
    element: fieldElement(name),
    default: options.default,
    get type() {
      return type();
    },
  };
}

function memoised<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

export type ValueKind = 'map' | 'list' | 'scalar';

/** Which of the kinds that the type allows applies to the value. Null, and what the type does not allow, gets the first. */
export function kindOf(type: ApplyType, value: JsonValue): ValueKind {
  if (typeof value !== 'object') {
    if (type.scalar !== undefined) return 'scalar';
  } else if (Array.isArray(value)) {
    if (type.list !== undefined) return 'list';
  } else if (value !== null && type.map !== undefined) return 'map';
  if (type.map !== undefined) return 'map';
  return type.scalar !== undefined ? 'scalar' : 'list';
}

export function scalarType(scalar: ScalarKind): ApplyType {
  return { map: undefined, list: undefined, scalar };
}

const noFields: ReadonlyMap<string, FieldType> = new Map();

/** Anything, as one value. */
export const atomicType: ApplyType = {
  scalar: 'untyped',
  list: new ListType({ kind: 'atomic', keys: [], element: () => atomicType }),
  map: new MapType({ isAtomic: true, fields: noFields, element: () => atomicType }),
};

/** Anything, where no schema says more: maps by their keys, lists and scalars as one value. */
export const deducedType: ApplyType = {
  scalar: 'untyped',
  list: new ListType({ kind: 'atomic', keys: [], element: () => atomicType }),
  map: new MapType({ isAtomic: false, fields: noFields, element: () => deducedType }),
};
