import type { Filter } from '../server/filters/index.js';

/** Holds requests back until the server is ready, except those of its own controllers. */
export class ReadyGate {
  readonly opened: Promise<void>;
  #open: (ready: Promise<void>) => void = () => undefined;
  #isOpen = false;

  constructor() {
    this.opened = new Promise((resolve) => {
      this.#open = resolve;
    });
  }

  /** A loopback request has a user before it is authenticated. */
  readonly filter: Filter = {
    name: 'ready-gate',
    handle: (context, next) => (this.#isOpen || context.hasUser ? next() : this.opened.then(next)),
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
