const newline = 0x0a;

/** Cuts a stream into its lines, however it was cut before. Empty lines, and an end without a newline, are dropped. */
export class LineSplitter {
  /** What has come of a line that is not complete. */
  #begun: Buffer[] = [];

  /** The lines that the chunk completes, without their newlines. */
  *push(chunk: Buffer): Generator<Buffer> {
    let start = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
      const line = this.#completed(chunk.subarray(start, end));
      start = end + 1;
      if (line.length > 0) yield line;
    }
    if (start < chunk.length) this.#begun.push(chunk.subarray(start));
  }

  #completed(end: Buffer): Buffer {
    if (this.#begun.length === 0) return end;
    const line = Buffer.concat([...this.#begun, end]);
    this.#begun = [];
    return line;
  }
}
