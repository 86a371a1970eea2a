// Follows staging/src/k8s.io/apiserver/pkg/apis/apiserver/validation/validation.go (v1.36)

import { trimRight } from '../../../apimachinery/meta/index.js';
import { holdsCertificates } from '../../../apimachinery/pem/index.js';
import type { FieldError, FieldPath } from '../../../apimachinery/validation/index.js';
import type { IssuerConfiguration } from './authentication-configuration.js';

/** What issuers are allowed to be. */
export interface IssuerRules {
  /** Those that other authenticators handle. */
  readonly disallowedIssuers: readonly string[];
  /** The feature StructuredAuthenticationConfigurationEgressSelector. */
  readonly mayUseEgress: boolean;
}

export function validateIssuer(
  issuer: IssuerConfiguration,
  path: FieldPath,
  { disallowedIssuers, mayUseEgress }: IssuerRules,
): FieldError[] {
  const { url } = issuer;
  return [
    ...(url === '' ? [path.child('url').required()] : validateUrl(url, path.child('url'), disallowedIssuers)),
    ...validateDiscovery(issuer, path.child('discoveryURL')),
    ...validateAudiences(issuer, path),
    ...validateAuthority(issuer.certificateAuthority, path.child('certificateAuthority')),
    ...validateEgress(issuer.egressSelectorType, path.child('egressSelectorType'), mayUseEgress),
  ];
}

function validateDiscovery({ url, discoveryURL }: IssuerConfiguration, path: FieldPath): FieldError[] {
  if (discoveryURL === '') return [];
  const isSame = url !== '' && trimRight(url, '/') === trimRight(discoveryURL, '/');
  return [
    ...(isSame ? [path.invalid(discoveryURL, 'discoveryURL must be different from URL')] : []),
    ...validateUrl(discoveryURL, path, []),
  ];
}

const parts = /^(?:([a-z][a-z0-9+.-]*):)?(?:\/\/([^/?#]*))?([^?#]*)(\?[^#]*)?(#.*)?$/is;

function validateUrl(url: string, path: FieldPath, disallowed: readonly string[]): FieldError[] {
  const invalid = (detail: string): FieldError => path.invalid(url, detail);
  const errors: FieldError[] = [];
  if (disallowed.includes(url)) {
    errors.push(invalid(`URL must not overlap with disallowed issuers: [${[...disallowed].sort().join(' ')}]`));
  }
  const [, scheme = '', authority = '', , query = '', fragment = ''] = parts.exec(url) ?? [];
  if (url.startsWith(':')) return [...errors, invalid(`parse ${JSON.stringify(url)}: missing protocol scheme`)];
  if (scheme.toLowerCase() !== 'https') errors.push(invalid('URL scheme must be https'));
  else if (!URL.canParse(url)) errors.push(invalid(`parse ${JSON.stringify(url)}: invalid URL`));
  if (authority.includes('@')) errors.push(invalid('URL must not contain a username or password'));
  if (query.length > 1) errors.push(invalid('URL must not contain a query'));
  if (fragment.length > 1) errors.push(invalid('URL must not contain a fragment'));
  return errors;
}

function validateAudiences({ audiences, audienceMatchPolicy }: IssuerConfiguration, issuer: FieldPath): FieldError[] {
  const path = issuer.child('audiences');
  if (audiences.length === 0) return [path.required(`at least one ${path} is required`)];
  const errors = audiences.flatMap((audience, index) => [
    ...(audience === '' ? [path.index(index).required()] : []),
    ...(audiences.indexOf(audience) < index ? [path.index(index).duplicate(audience)] : []),
  ]);
  const policyPath = issuer.child('audienceMatchPolicy');
  const invalid = (detail: string): FieldError => policyPath.invalid(audienceMatchPolicy, detail);
  if (audienceMatchPolicy === 'MatchAny') return errors;
  if (audiences.length > 1) errors.push(invalid('audienceMatchPolicy must be MatchAny for multiple audiences'));
  else if (audienceMatchPolicy !== '') {
    errors.push(invalid('audienceMatchPolicy must be empty or MatchAny for single audience'));
  }
  return errors;
}

function validateAuthority(pem: string, path: FieldPath): FieldError[] {
  if (pem === '' || holdsCertificates(pem)) return [];
  return [path.invalid('<omitted>', 'data does not contain any valid RSA or ECDSA certificates')];
}

function validateEgress(type: string, path: FieldPath, isAllowed: boolean): FieldError[] {
  if (type === '') return [];
  const gate = 'StructuredAuthenticationConfigurationEgressSelector';
  const disabled = `egress selector is not supported when ${gate} feature gate is disabled`;
  return [
    ...(isAllowed ? [] : [path.invalid(type, disabled)]),
    ...(['controlplane', 'cluster'].includes(type)
      ? []
      : [path.invalid(type, 'egress selector must be either controlplane or cluster')]),
  ];
}
