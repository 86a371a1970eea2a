import { performance } from 'node:perf_hooks';

/**
 * Measures the longest time that the event loop was blocked. The shorter of wall time and CPU time counts, so that
 * other processes do not distort it.
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

  /** Ends the measurement; returns the longest blocking in milliseconds. */
  async stop(): Promise<number> {
    await new Promise((resolve) => setImmediate(resolve));
    this.#isOn = false;
    return this.#longest;
  }
}
