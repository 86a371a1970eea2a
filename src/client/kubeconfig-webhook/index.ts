export { KubeconfigWebhook, type KubeconfigWebhookOptions } from './kubeconfig-webhook.js';
export { type RetryOptions, withRetries } from './retries.js';
