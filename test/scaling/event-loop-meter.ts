import { performance } from 'node:perf_hooks';

/**
 * Measures the longest time in which the event loop did not get round: nobody else is served meanwhile. Of the clock on the
 * wall and that of the processor the shorter counts, so that what other processes do is not held against us.
 */
export class EventLoopMeter {
  #wall = performance.now();
  #processor = process.cpuUsage();
  #longest = 0;
  #isOn = true;

  constructor() {
    setImmediate(this.#tick);
  }

  readonly #tick = (): void => {
    const now = performance.now();
    const processor = process.cpuUsage();
    const { user, system } = this.#processor;
    const worked = (processor.user - user + processor.system - system) / 1000;
    this.#longest = Math.max(this.#longest, Math.min(now - this.#wall, worked));
    this.#wall = now;
    this.#processor = processor;
    if (this.#isOn) setImmediate(this.#tick);
  };

  /** Ends the measurement; milliseconds of the longest stretch. */
  async stop(): Promise<number> {
    await new Promise((resolve) => setImmediate(resolve));
    this.#isOn = false;
    return this.#longest;
  }
}
