export { networkErrorText } from './network-error-text.js';
export { type ResolveService, type ServiceAddress, serviceResolver } from './resolve-service.js';
export { validateWebhookService, validateWebhookUrl } from './validate-client-config.js';
export {
  type FindCredentials,
  type PostOptions,
  type ServiceReference,
  WebhookClient,
  type WebhookClientConfig,
  type WebhookClientOptions,
} from './webhook-client.js';
export { webhookCredentials } from './webhook-credentials.js';
