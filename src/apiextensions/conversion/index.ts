export { type ConversionOptions, ConversionWebhook } from './conversion-webhook.js';
export { goTypeOf } from './go-errors.js';
export { type ResolveService, type ServiceAddress, serviceResolver } from './resolve-service.js';
