export { type ResolveService, serviceResolver } from './resolve-service.js';
export { validateWebhookService, validateWebhookUrl } from './validate-client-config.js';
export { type FindCredentials, type PostOptions, WebhookClient, type WebhookClientConfig } from './webhook-client.js';
export { webhookCredentials } from './webhook-credentials.js';
