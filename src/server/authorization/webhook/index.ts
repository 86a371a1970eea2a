export { validateMatchConditions } from './match-conditions.js';
export { WebhookAuthorizer, type WebhookAuthorizerOptions } from './webhook-authorizer.js';
