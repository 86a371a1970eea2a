export {
  type AuthorizationConfiguration,
  type AuthorizerConfiguration,
  authorizationModes,
  type WebhookConfiguration,
} from './authorization-configuration.js';
export { readAuthorizationConfiguration } from './read-authorization-configuration.js';
export { validateAuthorizationConfiguration } from './validate-authorization-configuration.js';
