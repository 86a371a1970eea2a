import { goNumber, type JsonValue, UnknownFields } from '../../apimachinery/meta/index.js';
import { ShapeError } from '../../server/registry/index.js';

/** One pass over an object: where it is, and what it found. */
export class ShapeRun {
  readonly #unknown = new UnknownFields();
  /** The way from the root: names of fields, keys of maps, and indexes. */
  readonly #path: (string | number)[] = [];
  /** Of the way, what are fields of structs, with the names of these structs. */
  readonly #fields: string[] = [];
  readonly #structs: string[] = [];

  /** Whole numbers that their field is too small for lose their upper bits. */
  readonly convertsIntegers: boolean;

  constructor(convertsIntegers = false) {
    this.convertsIntegers = convertsIntegers;
  }

  enterField(struct: string, field: { readonly name: string; readonly place: string }): void {
    this.#path.push(field.name);
    this.#fields.push(field.place);
    this.#structs.push(struct);
  }

  leaveField(): void {
    this.#path.pop();
    this.#fields.pop();
    this.#structs.pop();
  }

  enterItem(step: string | number): void {
    this.#path.push(step);
  }

  leaveItem(): void {
    this.#path.pop();
  }

  /** Paths of fields that their type does not have, in the order of the document. */
  get unknown(): string[] {
    return this.#unknown.paths;
  }

  noteUnknown(name: string): void {
    this.#unknown.add(() => this.#pathOf(name));
  }

  #pathOf(name: string): string {
    let path = '';
    for (const step of this.#path) path += typeof step === 'number' ? `[${step}]` : path === '' ? step : `.${step}`;
    // Unambiguous: a path that is shown, no key.
    return path === '' ? name : `${path}.${name}`;
  }

  /** The error of a value that is not of the type, which has the name that Go gives it. */
  mismatch(value: JsonValue, type: string): ShapeError {
    const struct = this.#structs.at(-1);
    const place = struct === undefined ? 'Go value' : `Go struct field ${struct}.${this.#fields.join('.')}`;
    return new ShapeError(`json: cannot unmarshal ${describe(value, type)} into ${place} of type ${type}`);
  }
}

const numeric = new Set(['int32', 'int64', 'float64', 'uint8']);

/** What a JSON value is, in Go's words; a number that is none of the right ones is shown. */
function describe(value: JsonValue, type: string): string {
  switch (typeof value) {
    case 'boolean':
      return 'bool';
    case 'string':
      return 'string';
    case 'number':
    case 'bigint':
      return numeric.has(type) ? `number ${goNumber(value)}` : 'number';
    default:
      return Array.isArray(value) ? 'array' : 'object';
  }
}
