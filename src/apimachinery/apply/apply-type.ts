import { compareBytes, type JsonValue } from '../meta/index.js';
import { compareElements } from './element-order.js';
import { fieldElement, keyPrefix, type PathElement } from './path-element.js';

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

/** What a schema says of a field. */
export interface FieldDeclaration {
  readonly name: string;
  readonly default?: JsonValue | undefined;
  type(): ApplyType;
}

/** A declared field of one map. */
export class FieldType {
  readonly name: string;
  readonly element: PathElement;
  /** The place of the field among the declared fields of its map, in the order of field sets. */
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
  /** Whether the whole is one value that one manager owns. */
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

  /** The type of what is not among `fields`; undefined where the schema knows of nothing else. */
  get elementType(): ApplyType | undefined {
    this.#element ??= { type: this.#options.element() };
    return this.#element.type;
  }

  /** The type of what is not among `fields`, also where the schema knows of nothing else. */
  get undeclaredType(): ApplyType {
    return this.elementType ?? deducedType;
  }

  fieldAt(element: PathElement): FieldType | undefined {
    return this.#fieldsByElement.get(element);
  }

  withAtomic(isAtomic: boolean): MapType {
    return new MapType({ ...this.#options, isAtomic });
  }

  /** The same map where these declarations take the place of those with their names. */
  withFields(declarations: readonly FieldDeclaration[]): MapType {
    const names = new Set(declarations.map(({ name }) => name));
    const others = this.#options.fields.filter(({ name }) => !names.has(name));
    return new MapType({ ...this.#options, fields: [...others, ...declarations] });
  }
}

/** `atomic`: one value; `set`: items are told apart by their value; `map`: by their keys. */
export type ListKind = 'atomic' | 'set' | 'map';

export class ListType {
  readonly kind: ListKind;
  /** Names of the fields that tell items of a `map` apart: as declared, and in byte order. */
  readonly keys: readonly string[];
  readonly sortedKeys: readonly string[];
  /** The beginnings of the sorted keys' values in path elements. */
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

  /** The value that an item counts as having where it leaves out one of the keys. */
  keyDefault(key: string): JsonValue | undefined {
    return this.elementType.map?.fields.get(key)?.default;
  }
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

export function mapType(options: MapOptions): ApplyType {
  return { map: new MapType(options), list: undefined, scalar: undefined };
}

export function listType(list: ListType): ApplyType {
  return { map: undefined, list, scalar: undefined };
}

/** Anything, as one value. */
export const atomicType: ApplyType = {
  map: new MapType({ isAtomic: true, fields: [], element: () => atomicType }),
  list: new ListType({ kind: 'atomic', element: () => atomicType }),
  scalar: 'untyped',
};

/** Anything, where no schema says more: maps by their keys, lists and scalars as one value. */
export const deducedType: ApplyType = {
  map: new MapType({ isAtomic: false, fields: [], element: () => deducedType }),
  list: new ListType({ kind: 'atomic', element: () => atomicType }),
  scalar: 'untyped',
};
