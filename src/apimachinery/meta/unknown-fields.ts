/** As many as there can be warnings in one answer. */
const maxFields = 4096;
/** A path names all keys on the way, and one key can be as long as a request. */
const maxLength = 256 * 1024;

/** The paths of fields that a kind does not have, in the order in which they are found: no more than clients can be told. */
export class UnknownFields {
  readonly paths: string[] = [];
  #length = 0;

  add(path: () => string): void {
    if (this.paths.length === maxFields || this.#length > maxLength) return;
    const text = path();
    this.#length += text.length;
    this.paths.push(text);
  }
}
