export { type ConversionOptions, ConversionWebhook } from './conversion-webhook.js';
export { goTypeOf } from './go-type.js';
