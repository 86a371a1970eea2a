/** The maximum number of warnings in one response. */
const maxFields = 4096;
/** Limits the total length: a path contains all keys on the way, and one key can be as long as a request. */
const maxLength = 256 * 1024;

/** The paths of unknown fields, in the order in which they are found, up to what can be reported to clients. */
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
