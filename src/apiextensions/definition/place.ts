/** The location of a value in a document. Paths are only built when an error is reported. */
export class Place {
  readonly #parent: Place | undefined;
  /** A field name, map key or index. */
  readonly #step: string | number;
  /** The Go type that has the field; undefined for keys and indices. */
  readonly #struct: string | undefined;
  /** Collects the paths of unknown fields; undefined where Go does not check for them. */
  readonly #unknown: string[] | undefined;
  #path: string | undefined;
  /** The number of structs that it is nested in. */
  readonly depth: number;

  private constructor(parent: Place | undefined, { step, struct, unknown, depth }: PlaceOptions) {
    this.#parent = parent;
    this.#step = step;
    this.#struct = struct;
    this.#unknown = unknown;
    this.depth = depth;
  }

  static root(unknown?: string[]): Place {
    return new Place(undefined, { step: '', struct: undefined, unknown, depth: 0 });
  }

  field(struct: string, name: string): Place {
    return new Place(this, { step: name, struct, unknown: this.#unknown, depth: this.depth + 1 });
  }

  item(step: string | number): Place {
    return new Place(this, { step, struct: undefined, unknown: this.#unknown, depth: this.depth });
  }

  /**
   * The same location for a value that Go decodes separately: paths start here, and unknown fields are not reported.
   */
  apart(): Place {
    return new Place(undefined, { step: '', struct: undefined, unknown: undefined, depth: this.depth });
  }

  reportUnknown(name: string): void {
    this.#unknown?.push(this.item(name).path);
  }

  /** Path with indices and keys. */
  get path(): string {
    this.#path ??= this.#parent === undefined ? '' : this.#pathBelow(this.#parent.path);
    return this.#path;
  }

  #pathBelow(parent: string): string {
    if (typeof this.#step === 'number') return `${parent}[${this.#step}]`;
    return parent === '' ? this.#step : `${parent}.${this.#step}`;
  }

  /** The location in Go's error messages: the enclosing type, and the fields that lead to the value. */
  get target(): string {
    const fields: string[] = [];
    let struct = '';
    for (let place: Place | undefined = this; place !== undefined; place = place.#parent) {
      if (place.#struct === undefined) continue;
      struct ||= place.#struct;
      fields.unshift(String(place.#step));
    }
    return struct === '' ? 'Go value' : `Go struct field ${struct}.${fields.join('.')}`;
  }
}

interface PlaceOptions {
  readonly step: string | number;
  readonly struct: string | undefined;
  readonly unknown: string[] | undefined;
  readonly depth: number;
}
