interface Closable {
  close(): void | Promise<void>;
}

/** What has been opened, to be closed the other way round. */
export class Closers {
  readonly #opened: Closable[] = [];

  add<Opened extends Closable | undefined>(opened: Opened): Opened {
    if (opened) this.#opened.push(opened);
    return opened;
  }

  /** Closes each once, however often it is called. */
  async close(): Promise<void> {
    for (let last = this.#opened.pop(); last; last = this.#opened.pop()) await last.close();
  }
}
