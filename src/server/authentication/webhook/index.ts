export { type WebhookTokensOptions, webhookTokens } from './webhook-tokens.js';
