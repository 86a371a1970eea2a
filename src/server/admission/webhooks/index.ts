export { ClusterWebhooks, type ClusterWebhooksOptions } from './cluster-webhooks.js';
export { MutatingWebhooks, type WebhookPluginOptions } from './mutating-webhooks.js';
export { ValidatingWebhooks } from './validating-webhooks.js';
export type { ConfigurationSource, WebhookSpec } from './webhook-configuration.js';
