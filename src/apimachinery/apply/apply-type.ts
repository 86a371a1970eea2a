// Follows vendor/sigs.k8s.io/structured-merge-diff/v6/schema/elements.go (v1.36)

import { compareBytes, type JsonValue } from '../meta/index.js';
import { compareElements } from './element-order.js';
import { fieldElement, keyPrefix, type PathElement } from './path-element.js';

export type ScalarKind = 'numeric' | 'string' | 'boolean' | 'untyped';

/**
 * How values at one place of an object are merged and owned. A place may allow several kinds of values; the value
 * determines which one applies, see `kindOf`. Nested types are built lazily, so types may be recursive.
 */
export interface ApplyType {
  readonly map: MapType | undefined;
  readonly list: ListType | undefined;
  readonly scalar: ScalarKind | undefined;
}

/** A field as the schema declares it. */
export interface FieldDeclaration {
  readonly name: string;
  readonly default?: JsonValue | undefined;
  type(): ApplyType;
}

/** A declared field of one map. */
export class FieldType {
  readonly name: string;
  readonly element: PathElement;
  /** Index of the field among the declared fields of its map, in field set order. */
  readonly order: number;
  readonly #declaration: FieldDeclaration;
  #type: ApplyType | undefined;

  constructor(declaration: FieldDeclaration, order: number) {
    this.name = declaration.name;
    this.element = fieldElement(declaration.name);
    this.order = order;
    this.#declaration = declaration;
  }

  get default(): JsonValue | undefined {
    return this.#declaration.default;
  }

  get type(): ApplyType {
    this.#type ??= this.#declaration.type();
    return this.#type;
  }
}

interface MapOptions {
  readonly isAtomic: boolean;
  readonly fields: readonly FieldDeclaration[];
  readonly element: () => ApplyType | undefined;
}

export class MapType {
  /** Whether the whole map is a single value with one owner. */
  readonly isAtomic: boolean;
  readonly fields: ReadonlyMap<string, FieldType>;
  readonly #fieldsByElement: ReadonlyMap<PathElement, FieldType>;
  readonly #options: MapOptions;
  #element: { readonly type: ApplyType | undefined } | undefined;

  constructor(options: MapOptions) {
    this.isAtomic = options.isAtomic;
    this.#options = options;
    const ordered = options.fields
      .toSorted((a, b) => compareElements(fieldElement(a.name), fieldElement(b.name)))
      .map((declaration, order) => [declaration.name, new FieldType(declaration, order)] as const);
    this.fields = new Map(ordered);
    this.#fieldsByElement = new Map(ordered.map(([, field]) => [field.element, field]));
  }

  /** The type of fields that are not in `fields`; undefined if the schema allows no others. */
  get elementType(): ApplyType | undefined {
    this.#element ??= { type: this.#options.element() };
    return this.#element.type;
  }

  /** The type of fields that are not in `fields`, even if the schema allows no others. */
  get undeclaredType(): ApplyType {
    return this.elementType ?? deducedType;
  }

  fieldAt(element: PathElement): FieldType | undefined {
    return this.#fieldsByElement.get(element);
  }

  withAtomic(isAtomic: boolean): MapType {
    return new MapType({ ...this.#options, isAtomic });
  }

  /** Returns the same map with these declarations, which replace those of the same names. */
  withFields(declarations: readonly FieldDeclaration[]): MapType {
    const names = new Set(declarations.map(({ name }) => name));
    const others = this.#options.fields.filter(({ name }) => !names.has(name));
    return new MapType({ ...this.#options, fields: [...others, ...declarations] });
  }
}

/** `atomic`: a single value; `set`: items are identified by their value; `map`: by their keys. */
export type ListKind = 'atomic' | 'set' | 'map';

export class ListType {
  readonly kind: ListKind;
  /** Names of the fields that identify items of a `map` list: as declared, and in byte order. */
  readonly keys: readonly string[];
  readonly sortedKeys: readonly string[];
  /** The text before each sorted key's value in path elements. */
  readonly keyPrefixes: readonly string[];
  readonly #makeElement: () => ApplyType;
  #element: ApplyType | undefined;

  constructor(options: { kind: ListKind; keys?: readonly string[]; element: () => ApplyType }) {
    this.kind = options.kind;
    this.keys = options.keys ?? [];
    this.sortedKeys = this.keys.toSorted(compareBytes);
    this.keyPrefixes = this.sortedKeys.map(keyPrefix);
    this.#makeElement = options.element;
  }

  get elementType(): ApplyType {
    this.#element ??= this.#makeElement();
    return this.#element;
  }

  /** The value of a key that an item omits. */
  keyDefault(key: string): JsonValue | undefined {
    return this.elementType.map?.fields.get(key)?.default;
  }
}

export type ValueKind = 'map' | 'list' | 'scalar';

/** Returns the kind that applies to the value. Null, and values that the type does not allow, get the first one. */
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

export function mapType(options: MapOptions): ApplyType {
  return { map: new MapType(options), list: undefined, scalar: undefined };
}

export function listType(list: ListType): ApplyType {
  return { map: undefined, list, scalar: undefined };
}

/** Any value, owned as a whole. */
export const atomicType: ApplyType = {
  map: new MapType({ isAtomic: true, fields: [], element: () => atomicType }),
  list: new ListType({ kind: 'atomic', element: () => atomicType }),
  scalar: 'untyped',
};

/** Any value without a schema: maps are merged by key, lists and scalars are atomic. */
export const deducedType: ApplyType = {
  map: new MapType({ isAtomic: false, fields: [], element: () => deducedType }),
  list: new ListType({ kind: 'atomic', element: () => atomicType }),
  scalar: 'untyped',
};
