// Follows pkg/kubeapiserver/options/authentication.go (v1.36)
// Follows staging/src/k8s.io/apiserver/pkg/apis/apiserver/v1/types.go (v1.36)

import { decodeYaml } from '../../../apimachinery/codec/index.js';
import { type ConfigurationFields, readConfiguration } from '../../../apimachinery/configuration/index.js';
import type {
  AnonymousConfiguration,
  AuthenticationConfiguration,
  ClaimMappings,
  IssuerConfiguration,
  JwtConfiguration,
  PrefixedClaimOrExpression,
} from './authentication-configuration.js';

const versions = ['v1', 'v1beta1', 'v1alpha1'].map((version) => `apiserver.config.k8s.io/${version}`);

/** Decodes a configuration from YAML or JSON, without validating it. Throws an error that describes the problem. */
export function readAuthenticationConfiguration(text: string): AuthenticationConfiguration {
  if (text === '') throw new Error('empty config data');
  const wanted = { kind: 'AuthenticationConfiguration', apiVersions: versions };
  return readConfiguration(decodeYaml(Buffer.from(text)), wanted, (fields) => {
    const anonymous = fields.optionalObject('anonymous', 'v1.AnonymousAuthConfig');
    return {
      jwt: fields.objects('jwt', 'v1.JWTAuthenticator').map(readJwt),
      anonymous: anonymous && readAnonymous(anonymous),
    };
  });
}

function readAnonymous(fields: ConfigurationFields): AnonymousConfiguration {
  return {
    enabled: fields.flag('enabled'),
    conditions: fields
      .objects('conditions', 'v1.AnonymousAuthCondition')
      .map((condition) => ({ path: condition.text('path') })),
  };
}

function readJwt(fields: ConfigurationFields): JwtConfiguration {
  return {
    issuer: readIssuer(fields.object('issuer', 'v1.Issuer')),
    claimValidationRules: fields.objects('claimValidationRules', 'v1.ClaimValidationRule').map((rule) => ({
      claim: rule.text('claim'),
      requiredValue: rule.text('requiredValue'),
      expression: rule.text('expression'),
      message: rule.text('message'),
    })),
    claimMappings: readMappings(fields.object('claimMappings', 'v1.ClaimMappings')),
    userValidationRules: fields
      .objects('userValidationRules', 'v1.UserValidationRule')
      .map((rule) => ({ expression: rule.text('expression'), message: rule.text('message') })),
  };
}

function readIssuer(fields: ConfigurationFields): IssuerConfiguration {
  return {
    url: fields.text('url'),
    discoveryURL: fields.text('discoveryURL'),
    certificateAuthority: fields.text('certificateAuthority'),
    audiences: fields.texts('audiences'),
    audienceMatchPolicy: fields.text('audienceMatchPolicy'),
    egressSelectorType: fields.text('egressSelectorType'),
  };
}

function readMappings(fields: ConfigurationFields): ClaimMappings {
  const uid = fields.object('uid', 'v1.ClaimOrExpression');
  return {
    username: readPrefixed(fields.object('username', 'v1.PrefixedClaimOrExpression')),
    groups: readPrefixed(fields.object('groups', 'v1.PrefixedClaimOrExpression')),
    uid: { claim: uid.text('claim'), expression: uid.text('expression') },
    extra: fields
      .objects('extra', 'v1.ExtraMapping')
      .map((mapping) => ({ key: mapping.text('key'), valueExpression: mapping.text('valueExpression') })),
  };
}

function readPrefixed(fields: ConfigurationFields): PrefixedClaimOrExpression {
  return {
    claim: fields.text('claim'),
    prefix: fields.optionalText('prefix'),
    expression: fields.text('expression'),
  };
}
