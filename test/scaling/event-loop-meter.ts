import { performance } from 'node:perf_hooks';

/** Measures the longest time in which the event loop did not get round: nobody else is served meanwhile. */
export class EventLoopMeter {
  #last = performance.now();
  #longest = 0;
  #isOn = true;

  constructor() {
    setImmediate(this.#tick);
  }

  readonly #tick = (): void => {
    const now = performance.now();
    this.#longest = Math.max(this.#longest, now - this.#last);
    this.#last = now;
    if (this.#isOn) setImmediate(this.#tick);
  };

  /** Ends the measurement; milliseconds of the longest stretch. */
  async stop(): Promise<number> {
    await new Promise((resolve) => setImmediate(resolve));
    this.#isOn = false;
    return this.#longest;
  }
}
