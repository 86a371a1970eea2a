import type { Filter } from '../server/filters/index.js';

/** Holds requests back until the server is ready, except those of its own controllers. */
export class ReadyGate {
  readonly opened: Promise<void>;
  /** Resolves with the first request of a client. */
  readonly used: Promise<void>;
  #open: (ready: Promise<void>) => void = () => undefined;
  #use: () => void = () => undefined;
  #isOpen = false;

  constructor() {
    this.opened = new Promise((resolve) => {
      this.#open = resolve;
    });
    this.used = new Promise((resolve) => {
      this.#use = resolve;
    });
  }

  /** A loopback request has a user before it is authenticated. */
  readonly filter: Filter = {
    name: 'ready-gate',
    handle: (context, next) => {
      if (context.hasUser) return next();
      this.#use();
      return this.#isOpen ? next() : this.opened.then(next);
    },
  };

  openAfter(ready: Promise<void>): void {
    this.#open(
      ready.then(() => {
        this.#isOpen = true;
      }),
    );
    // Those who wait for it get the error.
    this.opened.catch(() => undefined);
  }
}
