export { type ConversionOptions, ConversionWebhook } from './conversion-webhook.js';
export { clusterDnsName, type ResolveService, type ServiceAddress, serviceResolver } from './resolve-service.js';
