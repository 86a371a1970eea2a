// Follows staging/src/k8s.io/apiserver/pkg/admission/chain.go (v1.36)
// Follows staging/src/k8s.io/apiserver/pkg/admission/metrics/metrics.go (v1.36)

import { type JsonObject, metadataOf } from '../../apimachinery/meta/index.js';
import type { Admission, AdmissionAttributes, AdmissionOperation } from '../handlers/index.js';
import type { MetricsRegistry } from '../metrics/index.js';
import type { RequestContext } from '../request-context.js';
import { AdmissionMetrics, type Phase } from './admission-metrics.js';
import { AdmissionRequest } from './admission-request.js';
import { AdmissionStep } from './admission-step.js';
import { type AdmissionPlugin, allOperations } from './plugin.js';
import { keepValidManagedFields } from './valid-managed-fields.js';

export interface AdmissionChainOptions {
  /** In call order. */
  readonly plugins: readonly AdmissionPlugin[];
  readonly metrics?: MetricsRegistry;
}

/** Calls the plug-ins in order; the first that rejects a request ends the chain. */
export class AdmissionChain implements Admission {
  readonly #plugins: readonly AdmissionPlugin[];
  readonly #steps: Readonly<Record<Phase, ReadonlyMap<AdmissionOperation, AdmissionStep>>>;

  constructor({ plugins, metrics: registry }: AdmissionChainOptions) {
    this.#plugins = plugins;
    const metrics = registry && new AdmissionMetrics(registry);
    const stepsOf = (phase: Phase) =>
      new Map(allOperations.map((operation) => [operation, new AdmissionStep(phase, operation, { plugins, metrics })]));
    this.#steps = { admit: stepsOf('admit'), validate: stepsOf('validate') };
  }

  async mutate(context: RequestContext, attributes: AdmissionAttributes): Promise<JsonObject> {
    const step = this.#steps.admit.get(attributes.operation)!;
    const request = new AdmissionRequest(context, attributes);
    if (!step.isEmpty) {
      const owners = attributes.object && metadataOf(attributes.object).managedFields;
      await step.run(request);
      if (request.object) keepValidManagedFields(request.object, owners, request);
    }
    return request.object ?? attributes.old ?? {};
  }

  async validate(context: RequestContext, attributes: AdmissionAttributes): Promise<void> {
    const step = this.#steps.validate.get(attributes.operation)!;
    if (!step.isEmpty) await step.run(new AdmissionRequest(context, attributes));
  }

  /** Closes the plug-ins. */
  async close(): Promise<void> {
    await Promise.all(this.#plugins.map((plugin) => plugin.close?.()));
  }
}
