interface Closable {
  close(): void | Promise<void>;
}

/** Open resources, closed in reverse order. */
export class Closers {
  readonly #opened: Closable[] = [];

  add<Opened extends Closable | undefined>(opened: Opened): Opened {
    if (opened) this.#opened.push(opened);
    return opened;
  }

  /** Closes each resource once; may be called repeatedly. */
  async close(): Promise<void> {
    for (let last = this.#opened.pop(); last; last = this.#opened.pop()) await last.close();
  }
}
