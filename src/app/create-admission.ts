import { NamespaceLifecycle } from '../kube/index.js';
import { AdmissionChain } from '../server/admission/index.js';
import type { Admission } from '../server/index.js';
import type { MetricsRegistry } from '../server/metrics/index.js';

export interface AdmissionDependencies {
  readonly findNamespace: ConstructorParameters<typeof NamespaceLifecycle>[0];
  readonly metrics: MetricsRegistry;
}

/** Who is asked about writes, for the servers of a chain alike, in upstream's order. */
export function createAdmission({ findNamespace, metrics }: AdmissionDependencies): Admission {
  return new AdmissionChain({ plugins: [new NamespaceLifecycle(findNamespace)], metrics });
}
