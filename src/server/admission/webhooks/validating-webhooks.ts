// Follows staging/src/k8s.io/apiserver/pkg/admission/plugin/webhook/validating/dispatcher.go (v1.36)

import type { AdmissionRequest } from '../admission-request.js';
import { VersionedObjects } from '../matching/index.js';
import { type AdmissionPlugin, allOperations } from '../plugin.js';
import { callWebhook, refuseLate } from './call-webhook.js';
import type { Invocation } from './invocation.js';
import type { WebhookPluginOptions } from './mutating-webhooks.js';
import type { Webhook } from './webhook.js';
import { WebhookRunner } from './webhook-runner.js';
import { WebhookSet } from './webhook-set.js';

export const validatingAdmissionWebhook = { name: 'ValidatingAdmissionWebhook', operations: allOperations };

/** Calls the webhooks of ValidatingWebhookConfigurations in parallel. */
export class ValidatingWebhooks implements AdmissionPlugin {
  readonly name = validatingAdmissionWebhook.name;
  readonly operations = validatingAdmissionWebhook.operations;
  readonly #webhooks: WebhookSet;
  readonly #runner: WebhookRunner;

  constructor(options: WebhookPluginOptions) {
    this.#webhooks = new WebhookSet(options);
    this.#runner = new WebhookRunner(options, 'validating');
  }

  validate(request: AdmissionRequest): Promise<void> | undefined {
    const starting = this.#webhooks.ready();
    return starting ? starting.then(() => this.#validate(request)) : this.#validate(request);
  }

  /** Closes the connections to webhooks. */
  close(): void {
    this.#webhooks.close();
  }

  #validate(request: AdmissionRequest): Promise<void> | undefined {
    const webhooks = this.#webhooks.concerning(request.attributes);
    return webhooks.length === 0 ? undefined : this.#askAll(webhooks, request);
  }

  /** Waits for all calls; the client gets the first denial. */
  async #askAll(webhooks: readonly Webhook[], request: AdmissionRequest): Promise<void> {
    const invocations = await this.#invocations(webhooks, request);
    if (invocations.length === 0) return;
    refuseLate(request);
    const errors: unknown[] = [];
    await Promise.all(
      invocations.map((invocation, index) => this.#call(invocation, index).catch((error) => errors.push(error))),
    );
    if (errors.length > 0) throw errors[0];
  }

  async #invocations(webhooks: readonly Webhook[], request: AdmissionRequest): Promise<Invocation[]> {
    const versions = new VersionedObjects(request);
    const invocations: Invocation[] = [];
    for (const webhook of webhooks) {
      const invocation = await this.#runner.invocationOf(webhook, request, versions);
      if (invocation) invocations.push(invocation);
    }
    return invocations;
  }

  async #call(invocation: Invocation, index: number): Promise<void> {
    const key = `failed-open.validating.webhook.admission.k8s.io/round_0_index_${index}`;
    await this.#runner.run(invocation, key, () => callWebhook(invocation, { isMutating: false }));
  }
}
