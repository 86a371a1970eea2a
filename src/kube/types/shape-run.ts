// Follows vendor/sigs.k8s.io/json/internal/golang/encoding/json/decode.go (v1.36)

import {
  goNumber,
  type JsonValue,
  jsonTypeName,
  type TypeMismatch,
  UnknownFields,
} from '../../apimachinery/meta/index.js';
import { ShapeError } from '../../server/registry/index.js';

/**
 * The nesting that is decoded: a recursive type, such as a schema, must not use up the stack, whose overflow could
 * leave half-compiled types behind.
 */
const maxDepth = 1_000;

/** State of one pass over an object: the current path, and the findings. */
export class ShapeRun {
  readonly #unknown = new UnknownFields();
  /** Path from the root: field names, map keys and list indexes. */
  readonly #path: (string | number)[] = [];
  /** The struct fields in the path, and the names of their structs. */
  readonly #fields: string[] = [];
  readonly #structs: string[] = [];

  /** Whether integers that overflow their field are truncated. */
  readonly convertsIntegers: boolean;

  constructor(convertsIntegers = false) {
    this.convertsIntegers = convertsIntegers;
  }

  enterField(struct: string, field: { readonly name: string; readonly place: string }): void {
    this.enterItem(field.name);
    this.#fields.push(field.place);
    this.#structs.push(struct);
  }

  leaveField(): void {
    this.#path.pop();
    this.#fields.pop();
    this.#structs.pop();
  }

  enterItem(step: string | number): void {
    if (this.#path.push(step) > maxDepth) throw new ShapeError('exceeded max depth');
  }

  leaveItem(): void {
    this.#path.pop();
  }

  /** Paths of unknown fields, in document order. */
  get unknown(): string[] {
    return this.#unknown.paths;
  }

  noteUnknown(name: string): void {
    this.#unknown.add(() => this.#pathOf(name));
  }

  #pathOf(name: string): string {
    let path = '';
    for (const step of this.#path) path += typeof step === 'number' ? `[${step}]` : path === '' ? step : `.${step}`;
    // Unambiguous: a path for messages, not a key.
    return path === '' ? name : `${path}.${name}`;
  }

  /** Returns the error for a value of the wrong type. */
  mismatch(mismatch: TypeMismatch): ShapeError {
    const { value, goType } = mismatch;
    const struct = this.#structs.at(-1);
    const place = struct === undefined ? 'Go value' : `Go struct field ${struct}.${this.#fields.join('.')}`;
    return new ShapeError(
      `json: cannot unmarshal ${describe(value, goType)} into ${place} of type ${goType}`,
      mismatch,
    );
  }
}

const numeric = new Set(['int32', 'int64', 'float64', 'uint8']);

/** Describes a JSON value as Go does; numbers of the wrong type are included. */
function describe(value: JsonValue, type: string): string {
  const isShown = numeric.has(type) && (typeof value === 'number' || typeof value === 'bigint');
  return isShown ? `number ${goNumber(value)}` : jsonTypeName(value);
}
