// Follows staging/src/k8s.io/apiserver/pkg/admission/plugin/webhook/validating/plugin.go (v1.36)

import { ValidatingWebhooks, validatingAdmissionWebhook } from '../../server/admission/webhooks/index.js';
import { inSequence } from './manifests/in-sequence.js';
import { definePlugin } from './plugin-definition.js';
import { readWebhookConfiguration, staticWebhooks, webhookPluginOptions } from './webhook-plugin.js';

export const validatingWebhooks = definePlugin({
  ...validatingAdmissionWebhook,
  isDefault: true,
  readConfiguration: readWebhookConfiguration,
  create: async (dependencies, configuration) => {
    const options = await webhookPluginOptions('validating', dependencies, configuration);
    const fromApi = new ValidatingWebhooks(options);
    const fromFiles = await staticWebhooks('validating', dependencies, configuration);
    return fromFiles ? inSequence(new ValidatingWebhooks({ ...options, ...fromFiles }), fromApi) : fromApi;
  },
});
