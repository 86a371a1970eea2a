import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import {
  type DefaultTolerationOptions,
  DefaultTolerationSeconds,
  NamespaceLifecycle,
  ServiceAccount,
  type ServiceAccountOptions,
} from '../kube/index.js';
import { AdmissionChain } from '../server/admission/index.js';
import type { Admission } from '../server/index.js';
import type { MetricsRegistry } from '../server/metrics/index.js';

export interface AdmissionDependencies {
  readonly findNamespace: ConstructorParameters<typeof NamespaceLifecycle>[0];
  readonly findServiceAccount: ServiceAccountOptions['find'];
  readonly tolerations: DefaultTolerationOptions;
  /** Names of plug-ins that are not asked. */
  readonly disabled: readonly string[];
  readonly metrics: MetricsRegistry;
}

/** Who is asked about writes, for the servers of a chain alike, in upstream's order. */
export function createAdmission(dependencies: AdmissionDependencies): Admission {
  const { findNamespace, findServiceAccount, tolerations, disabled, metrics } = dependencies;
  const plugins = [
    new NamespaceLifecycle(findNamespace),
    new ServiceAccount({ find: findServiceAccount, randomIndex: randomInt, wait }),
    new DefaultTolerationSeconds(tolerations),
  ];
  return new AdmissionChain({ plugins: plugins.filter(({ name }) => !disabled.includes(name)), metrics });
}
