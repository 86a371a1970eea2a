// Follows staging/src/k8s.io/apiserver/pkg/admission/metrics/metrics.go (v1.36)

import type { AdmissionOperation } from '../handlers/index.js';
import { admissionMetrics, type Histogram, type MetricFamily, type MetricsRegistry } from '../metrics/index.js';

export type Phase = 'admit' | 'validate';

type Rejected = 'true' | 'false';

/** Admission latency, per step and per plug-in. */
export class AdmissionMetrics {
  readonly #steps: MetricFamily<Histogram, 'type' | 'operation' | 'rejected'>;
  readonly #plugins: MetricFamily<Histogram, 'name' | 'type' | 'operation' | 'rejected'>;

  constructor(registry: MetricsRegistry) {
    this.#steps = registry.histogram(admissionMetrics.stepDuration);
    this.#plugins = registry.histogram(admissionMetrics.controllerDuration);
  }

  step(type: Phase, operation: AdmissionOperation): Outcomes {
    return new Outcomes((rejected) => this.#steps.with({ type, operation, rejected }));
  }

  plugin(name: string, type: Phase, operation: AdmissionOperation): Outcomes {
    return new Outcomes((rejected) => this.#plugins.with({ name, type, operation, rejected }));
  }
}

/** The series of one step or plug-in. Created on first use, so that outcomes that never happened are not exposed. */
export class Outcomes {
  readonly #seriesOf: (rejected: Rejected) => Histogram;
  #admitted: Histogram | undefined;
  #rejected: Histogram | undefined;

  constructor(seriesOf: (rejected: Rejected) => Histogram) {
    this.#seriesOf = seriesOf;
  }

  admitted(milliseconds: number): void {
    this.#admitted ??= this.#seriesOf('false');
    this.#admitted.observe(milliseconds / 1000);
  }

  rejected(milliseconds: number): void {
    this.#rejected ??= this.#seriesOf('true');
    this.#rejected.observe(milliseconds / 1000);
  }
}
