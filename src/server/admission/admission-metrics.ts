import type { AdmissionOperation } from '../handlers/index.js';
import { admissionMetrics, type Histogram, type MetricFamily, type MetricsRegistry } from '../metrics/index.js';
import type { AdmissionRequest } from './admission-request.js';
import type { AdmissionPlugin } from './plugin.js';

export type Phase = 'admit' | 'validate';

type Work = () => Promise<void> | void;
type Rejected = 'true' | 'false';

/**
 * How long admission takes, as a whole and by plug-in. Every write asks dozens of plug-ins, most of which have nothing to
 * say and say so at once: a plug-in's series are looked up by nothing but its identity, and nobody waits for it.
 */
export class AdmissionMetrics {
  readonly #steps: MetricFamily<Histogram, 'type' | 'operation' | 'rejected'>;
  readonly #plugins: MetricFamily<Histogram, 'name' | 'type' | 'operation' | 'rejected'>;
  /** Undefined is all plug-ins together. */
  readonly #known: Readonly<Record<Phase, Map<AdmissionOperation, Map<AdmissionPlugin | undefined, Outcomes>>>>;

  constructor(registry: MetricsRegistry) {
    this.#steps = registry.histogram(admissionMetrics.stepDuration);
    this.#plugins = registry.histogram(admissionMetrics.controllerDuration);
    this.#known = { admit: new Map(), validate: new Map() };
  }

  async step(type: Phase, { operation }: AdmissionRequest, work: Work): Promise<void> {
    await timed(work, this.#outcomesOf(undefined, type, operation));
  }

  /** Asks a plug-in. */
  plugin(plugin: AdmissionPlugin, phase: Phase, request: AdmissionRequest): Promise<void> | void {
    return timed(() => plugin[phase]?.(request), this.#outcomesOf(plugin, phase, request.operation));
  }

  #outcomesOf(plugin: AdmissionPlugin | undefined, type: Phase, operation: AdmissionOperation): Outcomes {
    const known = this.#known[type].get(operation);
    const found = known?.get(plugin);
    if (found) return found;
    const made = new Outcomes((rejected) =>
      plugin
        ? this.#plugins.with({ name: plugin.name, type, operation, rejected })
        : this.#steps.with({ type, operation, rejected }),
    );
    if (known) known.set(plugin, made);
    else this.#known[type].set(operation, new Map([[plugin, made]]));
    return made;
  }
}

/** The series of one question. They are made when they are first needed: what never happened is not shown. */
class Outcomes {
  readonly #seriesOf: (rejected: Rejected) => Histogram;
  #admitted: Histogram | undefined;
  #rejected: Histogram | undefined;

  constructor(seriesOf: (rejected: Rejected) => Histogram) {
    this.#seriesOf = seriesOf;
  }

  admitted(begin: number): void {
    this.#admitted ??= this.#seriesOf('false');
    this.#admitted.observe((performance.now() - begin) / 1000);
  }

  rejected(begin: number): void {
    this.#rejected ??= this.#seriesOf('true');
    this.#rejected.observe((performance.now() - begin) / 1000);
  }
}

function timed(work: Work, outcomes: Outcomes): Promise<void> | void {
  const begin = performance.now();
  let pending: Promise<void> | void;
  try {
    pending = work();
  } catch (error) {
    outcomes.rejected(begin);
    throw error;
  }
  if (pending) return timedPromise(pending, begin, outcomes);
  outcomes.admitted(begin);
}

async function timedPromise(pending: Promise<void>, begin: number, outcomes: Outcomes): Promise<void> {
  try {
    await pending;
  } catch (error) {
    outcomes.rejected(begin);
    throw error;
  }
  outcomes.admitted(begin);
}
