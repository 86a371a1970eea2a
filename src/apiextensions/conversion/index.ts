export { type ConversionOptions, ConversionWebhook } from './conversion-webhook.js';
export { goTypeOf } from './go-errors.js';
export { clusterDnsName, type ResolveService, type ServiceAddress, serviceResolver } from './resolve-service.js';
