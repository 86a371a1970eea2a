import { admissionMetrics, type Histogram, type MetricFamily, type MetricsRegistry } from '../metrics/index.js';
import type { AdmissionRequest } from './admission-request.js';

export type Phase = 'admit' | 'validate';

type Work = () => Promise<void> | void;

/** How long admission takes, as a whole and by plug-in. */
export class AdmissionMetrics {
  readonly #steps: MetricFamily<Histogram, 'type' | 'operation' | 'rejected'>;
  readonly #plugins: MetricFamily<Histogram, 'name' | 'type' | 'operation' | 'rejected'>;

  constructor(registry: MetricsRegistry) {
    this.#steps = registry.histogram(admissionMetrics.stepDuration);
    this.#plugins = registry.histogram(admissionMetrics.controllerDuration);
  }

  step(type: Phase, { operation }: AdmissionRequest, work: Work): Promise<void> {
    return timed(work, (rejected) => this.#steps.with({ type, operation, rejected }));
  }

  plugin(name: string, type: Phase, { request, work }: { request: AdmissionRequest; work: Work }): Promise<void> {
    const { operation } = request;
    return timed(work, (rejected) => this.#plugins.with({ name, type, operation, rejected }));
  }
}

async function timed(work: Work, seriesOf: (rejected: 'true' | 'false') => Histogram): Promise<void> {
  const begin = performance.now();
  let rejected: 'true' | 'false' = 'true';
  try {
    await work();
    rejected = 'false';
  } finally {
    seriesOf(rejected).observe((performance.now() - begin) / 1000);
  }
}
