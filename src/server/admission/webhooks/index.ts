export { ClusterWebhooks, type ClusterWebhooksOptions } from './cluster-webhooks.js';
export { MutatingWebhooks, mutatingAdmissionWebhook, type WebhookPluginOptions } from './mutating-webhooks.js';
export { ValidatingWebhooks, validatingAdmissionWebhook } from './validating-webhooks.js';
