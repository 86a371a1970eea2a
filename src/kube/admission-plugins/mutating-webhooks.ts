// Follows staging/src/k8s.io/apiserver/pkg/admission/plugin/webhook/mutating/plugin.go (v1.36)

import { MutatingWebhooks, mutatingAdmissionWebhook } from '../../server/admission/webhooks/index.js';
import { inSequence } from './manifests/in-sequence.js';
import { definePlugin } from './plugin-definition.js';
import { readWebhookConfiguration, staticWebhooks, webhookPluginOptions } from './webhook-plugin.js';

export const mutatingWebhooks = definePlugin({
  ...mutatingAdmissionWebhook,
  isDefault: true,
  readConfiguration: readWebhookConfiguration,
  create: async (dependencies, configuration) => {
    const options = await webhookPluginOptions('mutating', dependencies, configuration);
    const fromApi = new MutatingWebhooks(options);
    const fromFiles = await staticWebhooks('mutating', dependencies, configuration);
    return fromFiles ? inSequence(new MutatingWebhooks({ ...options, ...fromFiles }), fromApi) : fromApi;
  },
});
