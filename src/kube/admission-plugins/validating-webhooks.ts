import { ValidatingWebhooks, validatingAdmissionWebhook } from '../../server/admission/webhooks/index.js';
import { definePlugin } from './plugin-definition.js';
import { readWebhookConfiguration, webhookPluginOptions } from './webhook-plugin.js';

export const validatingWebhooks = definePlugin({
  ...validatingAdmissionWebhook,
  isDefault: true,
  readConfiguration: readWebhookConfiguration,
  create: async (dependencies, kubeconfigFile) =>
    new ValidatingWebhooks(await webhookPluginOptions('validating', dependencies, kubeconfigFile)),
});
