import { systemClock } from '../../apimachinery/clock/index.js';
import type { AdmissionOperation } from '../handlers/index.js';
import type { AdmissionMetrics, Outcomes, Phase } from './admission-metrics.js';
import type { AdmissionRequest } from './admission-request.js';
import type { AdmissionPlugin } from './plugin.js';

interface PluginCall {
  readonly call: (request: AdmissionRequest) => Promise<void> | void;
  readonly outcomes: Outcomes | undefined;
}

/**
 * The plug-ins that handle one operation in one phase, in call order. Every write calls dozens of them, and most return
 * synchronously: only promises are awaited, and the clock is read once between two plug-ins.
 */
export class AdmissionStep {
  readonly #calls: readonly PluginCall[];
  readonly #outcomes: Outcomes | undefined;

  constructor(
    phase: Phase,
    operation: AdmissionOperation,
    { plugins, metrics }: { plugins: readonly AdmissionPlugin[]; metrics: AdmissionMetrics | undefined },
  ) {
    const applicable = plugins.filter((plugin) => plugin[phase] !== undefined && plugin.operations.includes(operation));
    this.#calls = applicable.map((plugin) => ({
      call: plugin[phase]!.bind(plugin),
      outcomes: metrics?.plugin(plugin.name, phase, operation),
    }));
    this.#outcomes = metrics?.step(phase, operation);
  }

  get isEmpty(): boolean {
    return this.#calls.length === 0;
  }

  /** Calls all plug-ins, and a second time if one of them requested reinvocation. */
  async run(request: AdmissionRequest): Promise<void> {
    const begin = systemClock.monotonic();
    try {
      await this.#callFrom(0, begin, request);
      if (request.beginReinvocation()) await this.#callFrom(0, systemClock.monotonic(), request);
    } catch (error) {
      this.#outcomes?.rejected(systemClock.monotonic() - begin);
      throw error;
    }
    this.#outcomes?.admitted(systemClock.monotonic() - begin);
  }

  #callFrom(first: number, begin: number, request: AdmissionRequest): Promise<void> | void {
    let since = begin;
    for (let index = first; index < this.#calls.length; index++) {
      const { call, outcomes } = this.#calls[index]!;
      let pending: Promise<void> | void;
      try {
        pending = call(request);
      } catch (error) {
        outcomes?.rejected(systemClock.monotonic() - since);
        throw error;
      }
      if (pending) return this.#goOnAfter(pending, { index, since }, request);
      const now = systemClock.monotonic();
      outcomes?.admitted(now - since);
      since = now;
    }
  }

  async #goOnAfter(
    pending: Promise<void>,
    { index, since }: { index: number; since: number },
    request: AdmissionRequest,
  ): Promise<void> {
    const { outcomes } = this.#calls[index]!;
    try {
      await pending;
    } catch (error) {
      outcomes?.rejected(systemClock.monotonic() - since);
      throw error;
    }
    const now = systemClock.monotonic();
    outcomes?.admitted(now - since);
    await this.#callFrom(index + 1, now, request);
  }
}
