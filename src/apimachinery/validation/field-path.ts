// Follows staging/src/k8s.io/apimachinery/pkg/util/validation/field/path.go (v1.36)

/** The path from an object's root to one of its fields, printed like Kubernetes: `spec.items[0].labels[key]`. */
export class FieldPath {
  /** The object itself. Errors about it have no field, which Kubernetes prints as `<nil>`. */
  static readonly root = new FieldPath(undefined, '');

  readonly #parent: FieldPath | undefined;
  /** A number: the index of an item. */
  readonly #segment: string | number;
  #text: string | undefined;

  private constructor(parent: FieldPath | undefined, segment: string | number) {
    this.#parent = parent;
    this.#segment = segment;
  }

  /** `FieldPath.of('spec', 'containers')` is short for `FieldPath.root.child('spec', 'containers')`. */
  static of(name: string, ...moreNames: readonly string[]): FieldPath {
    return FieldPath.root.child(name, ...moreNames);
  }

  child(name: string, ...moreNames: readonly string[]): FieldPath {
    let path = new FieldPath(this, segment(name));
    for (const next of moreNames) path = new FieldPath(path, segment(next));
    return path;
  }

  index(index: number): FieldPath {
    return new FieldPath(this, index);
  }

  key(key: string): FieldPath {
    return new FieldPath(this, `[${key}]`);
  }

  /** Built from the parent's text and shares its memory: a long key is stored once, however many errors contain it. */
  toString(): string {
    this.#text ??= this.#textBelow(this.#parent);
    return this.#text;
  }

  #textBelow(parent: FieldPath | undefined): string {
    if (parent === undefined) return '<nil>';
    const segment = typeof this.#segment === 'number' ? `[${this.#segment}]` : this.#segment;
    if (parent.#parent !== undefined) return parent.toString() + segment;
    return segment.startsWith('.') ? segment.slice(1) : segment;
  }
}

/** Not a private method: for those, TypeScript 7 emits a static initializer that uses the class too early. */
function segment(name: string): string {
  return name === '' ? '[]' : `.${name}`;
}
