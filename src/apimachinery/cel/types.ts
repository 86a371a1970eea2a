// Follows vendor/github.com/google/cel-go/common/types/types.go (v1.36)
// Follows vendor/github.com/google/cel-go/checker/format.go (v1.36)

import { CelReference } from './reference.js';

export type TypeKind =
  | 'dyn'
  | 'error'
  | 'null'
  | 'bool'
  | 'int'
  | 'uint'
  | 'double'
  | 'string'
  | 'bytes'
  | 'timestamp'
  | 'duration'
  | 'list'
  | 'map'
  | 'type'
  | 'object'
  | 'opaque'
  | 'parameter';

/**
 * A type of the checker, and at run time the value of `type(x)`. `T` is the TypeScript type of its values; it exists
 * only for inference, so that an overload's implementation is typed by its declared parameters.
 */
export class CelType<T = unknown> extends CelReference {
  declare readonly represents?: T;
  readonly kind: TypeKind;
  readonly name: string;
  readonly parameters: readonly CelType[];
  /** The number of types it is composed of, including itself. */
  readonly complexity: number;

  constructor(kind: TypeKind, name: string, parameters: readonly CelType[] = []) {
    super();
    this.kind = kind;
    this.name = name;
    this.parameters = parameters;
    this.complexity = parameters.reduce((sum, parameter) => sum + parameter.complexity, 1);
  }

  get type(): CelType {
    return TYPE_VALUE;
  }

  /** At run time, types are equal if their names are: `type([1]) == type(['a'])`. */
  override equals(other: unknown): boolean {
    return other instanceof CelType && other.name === this.name;
  }

  override toString(): string {
    return formatType(this);
  }
}

/** A type with named fields. Object types are identical if their names are equal. */
export class ObjectType extends CelType {
  readonly #fields: ReadonlyMap<string, CelType>;

  constructor(name: string, fields: ReadonlyMap<string, CelType>) {
    super('object', name);
    this.#fields = fields;
  }

  fieldType(name: string): CelType | undefined {
    return this.#fields.get(name);
  }

  get fields(): ReadonlyMap<string, CelType> {
    return this.#fields;
  }
}

const TYPE_VALUE = new CelType('type', 'type');

/** The type of lists of values of one type. */
export function listOf(element: CelType): CelType {
  return new CelType('list', 'list', [element]);
}

/** The type of maps from one type to another. */
export function mapOf(key: CelType, value: CelType): CelType {
  return new CelType('map', 'map', [key, value]);
}

/** The type of a type. */
export function typeOfType(type: CelType): CelType {
  return new CelType('type', 'type', [type]);
}

/** A type that expressions can pass on, but not look into. */
export function opaqueOf<T>(name: string, ...parameters: CelType[]): CelType<T> {
  return new CelType<T>('opaque', name, parameters);
}

/** A parameter of a generic function's type. */
export function typeParameter(name: string): CelType {
  return new CelType('parameter', name);
}

/** Whether one of them is dyn somewhere the other has a specific type. */
export function differInDyn(one: CelType, other: CelType): boolean {
  if (isDyn(one) !== isDyn(other)) return isKnown(one) && isKnown(other);
  return one.parameters.some((parameter, index) => {
    const counterpart = other.parameters[index];
    return counterpart !== undefined && differInDyn(parameter, counterpart);
  });
}

function isKnown({ kind }: CelType): boolean {
  return kind !== 'parameter' && kind !== 'error';
}

export function isDyn(type: CelType): boolean {
  return type.kind === 'dyn';
}

/** Whether both are the same type, including parameters. */
export function sameType(a: CelType, b: CelType): boolean {
  if (a === b) return true;
  if (a.kind !== b.kind || a.name !== b.name || a.parameters.length !== b.parameters.length) return false;
  return a.parameters.every((parameter, index) => sameType(parameter, b.parameters[index]!));
}

/** Whether a type of this kind occurs anywhere in `type`. */
export function mentions(type: CelType, kind: TypeKind): boolean {
  return type.kind === kind || type.parameters.some((parameter) => mentions(parameter, kind));
}

/** Formats the type as in error messages: `list(int)`, `map(string, dyn)`, `timestamp`, `null`. */
export function formatType(type: CelType): string {
  switch (type.kind) {
    case 'error':
      return '!error!';
    case 'null':
    case 'timestamp':
    case 'duration':
      return type.kind;
    default:
      return type.parameters.length === 0 ? type.name : `${type.name}(${type.parameters.map(formatType).join(', ')})`;
  }
}
