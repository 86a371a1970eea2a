import { MutatingWebhooks, mutatingAdmissionWebhook } from '../../server/admission/webhooks/index.js';
import { definePlugin } from './plugin-definition.js';
import { readWebhookConfiguration, webhookPluginOptions } from './webhook-plugin.js';

export const mutatingWebhooks = definePlugin({
  ...mutatingAdmissionWebhook,
  isDefault: true,
  readConfiguration: readWebhookConfiguration,
  create: async (dependencies, kubeconfigFile) =>
    new MutatingWebhooks(await webhookPluginOptions('mutating', dependencies, kubeconfigFile)),
});
