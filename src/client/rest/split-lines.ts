const newline = 0x0a;

/** Splits a stream into lines, regardless of chunk boundaries. Drops empty lines and a last line without a newline. */
export class LineSplitter {
  /** Chunks of the line that is not yet complete. */
  #begun: Buffer[] = [];

  /** Yields the lines that the chunk completes, without their newlines. */
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
