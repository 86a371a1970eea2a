import type { ObjectType } from '../types.js';
import { CelObject, type CelValue } from '../values.js';

/** The value of `Type{field: value}`. */
export class ConstructedObject extends CelObject {
  readonly #type: ObjectType;
  readonly #fields: ReadonlyMap<string, CelValue>;

  constructor(type: ObjectType, fields: ReadonlyMap<string, CelValue>) {
    super();
    this.#type = type;
    this.#fields = fields;
  }

  get type(): ObjectType {
    return this.#type;
  }

  field(name: string): CelValue | undefined {
    return this.#fields.get(name);
  }

  override fieldNames(): Iterable<string> {
    return this.#fields.keys();
  }
}
