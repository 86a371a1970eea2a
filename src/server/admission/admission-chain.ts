import { type JsonObject, metadataOf } from '../../apimachinery/meta/index.js';
import type { Admission, AdmissionAttributes, AdmissionOperation } from '../handlers/index.js';
import type { MetricsRegistry } from '../metrics/index.js';
import type { RequestContext } from '../request-context.js';
import { AdmissionMetrics, type Phase } from './admission-metrics.js';
import { AdmissionRequest } from './admission-request.js';
import type { AdmissionPlugin } from './plugin.js';
import { keepSoundOwners } from './sound-owners.js';

export interface AdmissionChainOptions {
  /** In the order in which they are asked. */
  readonly plugins: readonly AdmissionPlugin[];
  readonly metrics?: MetricsRegistry;
}

const operations: readonly AdmissionOperation[] = ['CREATE', 'UPDATE', 'DELETE', 'CONNECT'];

/** Asks the plug-ins one after another; the first that refuses has the last word. */
export class AdmissionChain implements Admission {
  readonly #steps: Readonly<Record<Phase, ReadonlyMap<AdmissionOperation, readonly AdmissionPlugin[]>>>;
  readonly #metrics: AdmissionMetrics | undefined;

  constructor({ plugins, metrics }: AdmissionChainOptions) {
    const handling = (phase: Phase) =>
      new Map(
        operations.map((operation) => [
          operation,
          plugins.filter((plugin) => plugin[phase] !== undefined && plugin.handles(operation)),
        ]),
      );
    this.#steps = { admit: handling('admit'), validate: handling('validate') };
    this.#metrics = metrics && new AdmissionMetrics(metrics);
  }

  async mutate(context: RequestContext, attributes: AdmissionAttributes): Promise<JsonObject> {
    const plugins = this.#steps.admit.get(attributes.operation)!;
    const request = new AdmissionRequest(context, attributes);
    if (plugins.length > 0) {
      const owners = attributes.object && metadataOf(attributes.object).managedFields;
      await this.#step('admit', request, async () => {
        await this.#ask('admit', plugins, request);
        if (request.beginReinvocation()) await this.#ask('admit', plugins, request);
      });
      if (request.object) keepSoundOwners(request.object, owners, request);
    }
    return request.object ?? attributes.old ?? {};
  }

  async validate(context: RequestContext, attributes: AdmissionAttributes): Promise<void> {
    const plugins = this.#steps.validate.get(attributes.operation)!;
    if (plugins.length === 0) return;
    const request = new AdmissionRequest(context, attributes);
    await this.#step('validate', request, () => this.#ask('validate', plugins, request));
  }

  async #ask(phase: Phase, plugins: readonly AdmissionPlugin[], request: AdmissionRequest): Promise<void> {
    const metrics = this.#metrics;
    for (const plugin of plugins) {
      const asked = metrics ? metrics.plugin(plugin, phase, request) : plugin[phase]!(request);
      if (asked) await asked;
    }
  }

  #step(phase: Phase, request: AdmissionRequest, work: () => Promise<void>): Promise<void> {
    return this.#metrics ? this.#metrics.step(phase, request, work) : work();
  }
}
