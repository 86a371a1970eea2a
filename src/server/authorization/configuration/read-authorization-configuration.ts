// Follows staging/src/k8s.io/apiserver/pkg/apis/apiserver/load/load.go (v1.36)
// Follows pkg/kubeapiserver/authorizer/config.go (v1.36)

import { decodeYaml } from '../../../apimachinery/codec/index.js';
import { type ConfigurationFields, readConfiguration } from '../../../apimachinery/configuration/index.js';
import type {
  AuthorizationConfiguration,
  AuthorizerConfiguration,
  WebhookConfiguration,
} from './authorization-configuration.js';

const versions = ['v1', 'v1beta1', 'v1alpha1'].map((version) => `apiserver.config.k8s.io/${version}`);
const fiveMinutes = 300_000;
const halfAMinute = 30_000;

/**
 * Decodes and defaults a configuration from YAML or JSON, without validating it. Throws an error that describes the
 * problem.
 */
export function readAuthorizationConfiguration(text: string): AuthorizationConfiguration {
  if (text === '') return { authorizers: [] };
  const wanted = { kind: 'AuthorizationConfiguration', apiVersions: versions };
  return readConfiguration(decodeYaml(Buffer.from(text)), wanted, (fields) => ({
    authorizers: fields.objects('authorizers', 'v1.AuthorizerConfiguration').map(readAuthorizer),
  }));
}

function readAuthorizer(fields: ConfigurationFields): AuthorizerConfiguration {
  const webhook = fields.optionalObject('webhook', 'v1.WebhookConfiguration');
  return { type: fields.text('type'), name: fields.text('name'), webhook: webhook && readWebhook(webhook) };
}

function readWebhook(fields: ConfigurationFields): WebhookConfiguration {
  const connection = fields.object('connectionInfo', 'v1.WebhookConnectionInfo');
  return {
    authorizedTTL: fields.duration('authorizedTTL') || fiveMinutes,
    cacheAuthorizedRequests: fields.optionalFlag('cacheAuthorizedRequests') ?? true,
    unauthorizedTTL: fields.duration('unauthorizedTTL') || halfAMinute,
    cacheUnauthorizedRequests: fields.optionalFlag('cacheUnauthorizedRequests') ?? true,
    timeout: fields.duration('timeout'),
    subjectAccessReviewVersion: fields.text('subjectAccessReviewVersion'),
    matchConditionSubjectAccessReviewVersion: fields.text('matchConditionSubjectAccessReviewVersion'),
    failurePolicy: fields.text('failurePolicy'),
    connectionInfo: { type: connection.text('type'), kubeConfigFile: connection.optionalText('kubeConfigFile') },
    matchConditions: fields
      .objects('matchConditions', 'v1.WebhookMatchCondition')
      .map((condition) => condition.text('expression')),
  };
}
