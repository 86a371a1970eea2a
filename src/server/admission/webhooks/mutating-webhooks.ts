// Follows staging/src/k8s.io/apiserver/pkg/admission/plugin/webhook/mutating/dispatcher.go (v1.36)

import type { AdmissionRequest } from '../admission-request.js';
import { VersionedObjects } from '../matching/index.js';
import { type AdmissionPlugin, allOperations } from '../plugin.js';
import { applyPatch } from './apply-json-patch.js';
import { callWebhook, refuseLate } from './call-webhook.js';
import type { Invocation } from './invocation.js';
import { Reinvocation } from './reinvocation.js';
import type { Webhook } from './webhook.js';
import { WebhookRunner, type WebhookRunnerOptions } from './webhook-runner.js';
import { WebhookSet, type WebhookSetOptions } from './webhook-set.js';

export type WebhookPluginOptions = WebhookSetOptions & WebhookRunnerOptions;

export const mutatingAdmissionWebhook = { name: 'MutatingAdmissionWebhook', operations: allOperations };

/** Calls the webhooks of MutatingWebhookConfigurations, one after another. */
export class MutatingWebhooks implements AdmissionPlugin {
  readonly name = mutatingAdmissionWebhook.name;
  readonly operations = mutatingAdmissionWebhook.operations;
  readonly #webhooks: WebhookSet;
  readonly #runner: WebhookRunner;

  constructor(options: WebhookPluginOptions) {
    this.#webhooks = new WebhookSet(options);
    this.#runner = new WebhookRunner(options, 'admit');
  }

  admit(request: AdmissionRequest): Promise<void> | undefined {
    const starting = this.#webhooks.ready();
    return starting ? starting.then(() => this.#admit(request)) : this.#admit(request);
  }

  /** Closes the connections to webhooks. */
  close(): void {
    this.#webhooks.close();
  }

  #admit(request: AdmissionRequest): Promise<void> | undefined {
    const webhooks = this.#webhooks.concerning(request.attributes);
    return webhooks.length === 0 ? undefined : this.#askAll(webhooks, request);
  }

  async #askAll(webhooks: readonly Webhook[], request: AdmissionRequest): Promise<void> {
    const { current } = this.#webhooks;
    const versions = new VersionedObjects(request);
    const reinvocation = request.memoryOf(this, () => new Reinvocation());
    if (request.isReinvocation) reinvocation.resume(request.object);
    for (const webhook of webhooks) {
      const invocation = await this.#runner.invocationOf(webhook, request, versions);
      if (!invocation || (request.isReinvocation && !reinvocation.isDue(webhook.id))) continue;
      refuseLate(request);
      if (await this.#call(invocation, current.indexOf(webhook))) {
        versions.forgetObject();
        reinvocation.changed();
        request.requestReinvocation();
      }
      if (webhook.spec.reinvocationPolicy === 'IfNeeded') reinvocation.invoked(webhook.id);
    }
    reinvocation.finish(request.object);
  }

  /** Calls the webhook at that index. Returns whether it changed the object. */
  async #call(invocation: Invocation, index: number): Promise<boolean> {
    const { webhook, request } = invocation;
    const place = `round_${request.isReinvocation ? 1 : 0}_index_${index}`;
    const names = { configuration: webhook.configuration, webhook: webhook.name };
    let mutated = false;
    const work = async (): Promise<void> => {
      const patched = await applyPatch(invocation, await callWebhook(invocation, { isMutating: true }));
      if (!patched) return;
      request.object = patched.object;
      mutated = patched.isChanged;
      const shown = `${JSON.stringify(names).slice(0, -1)},"patch":${patched.patch},"patchType":"JSONPatch"}`;
      request.annotate(`patch.webhook.admission.k8s.io/${place}`, shown, 'Request');
    };
    try {
      await this.#runner.run(invocation, `failed-open.mutation.webhook.admission.k8s.io/${place}`, work);
    } finally {
      request.annotate(`mutation.webhook.admission.k8s.io/${place}`, JSON.stringify({ ...names, mutated }));
    }
    return mutated;
  }
}
