// Follows staging/src/k8s.io/apiserver/pkg/apis/apiserver/validation/validation.go (v1.36)

import { trimRight } from '../../../apimachinery/meta/index.js';
import { holdsCertificates } from '../../../apimachinery/pem/index.js';
import {
  duplicate,
  type FieldError,
  type FieldPath,
  invalidValue,
  required,
} from '../../../apimachinery/validation/index.js';
import type { IssuerConfiguration } from './authentication-configuration.js';

export function validateIssuer(
  issuer: IssuerConfiguration,
  path: FieldPath,
  disallowed: readonly string[],
): FieldError[] {
  const { url } = issuer;
  return [
    ...(url === '' ? [required(path.child('url'), '')] : validateUrl(url, path.child('url'), disallowed)),
    ...validateDiscovery(issuer, path.child('discoveryURL')),
    ...validateAudiences(issuer, path),
    ...validateAuthority(issuer.certificateAuthority, path.child('certificateAuthority')),
    ...validateEgress(issuer.egressSelectorType, path.child('egressSelectorType')),
  ];
}

function validateDiscovery({ url, discoveryURL }: IssuerConfiguration, path: FieldPath): FieldError[] {
  if (discoveryURL === '') return [];
  const isSame = url !== '' && trimRight(url, '/') === trimRight(discoveryURL, '/');
  return [
    ...(isSame ? [invalidValue(path, discoveryURL, 'discoveryURL must be different from URL')] : []),
    ...validateUrl(discoveryURL, path, []),
  ];
}

const parts = /^(?:([a-z][a-z0-9+.-]*):)?(?:\/\/([^/?#]*))?([^?#]*)(\?[^#]*)?(#.*)?$/is;

function validateUrl(url: string, path: FieldPath, disallowed: readonly string[]): FieldError[] {
  const invalid = (detail: string): FieldError => invalidValue(path, url, detail);
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
  if (audiences.length === 0) return [required(path, `at least one ${path} is required`)];
  const errors = audiences.flatMap((audience, index) => [
    ...(audience === '' ? [required(path.index(index), '')] : []),
    ...(audiences.indexOf(audience) < index ? [duplicate(path.index(index), audience)] : []),
  ]);
  const policyPath = issuer.child('audienceMatchPolicy');
  const invalid = (detail: string): FieldError => invalidValue(policyPath, audienceMatchPolicy, detail);
  if (audienceMatchPolicy === 'MatchAny') return errors;
  if (audiences.length > 1) errors.push(invalid('audienceMatchPolicy must be MatchAny for multiple audiences'));
  else if (audienceMatchPolicy !== '') {
    errors.push(invalid('audienceMatchPolicy must be empty or MatchAny for single audience'));
  }
  return errors;
}

function validateAuthority(pem: string, path: FieldPath): FieldError[] {
  if (pem === '' || holdsCertificates(pem)) return [];
  return [invalidValue(path, '<omitted>', 'data does not contain any valid RSA or ECDSA certificates')];
}

function validateEgress(type: string, path: FieldPath): FieldError[] {
  if (['', 'controlplane', 'cluster'].includes(type)) return [];
  return [invalidValue(path, type, 'egress selector must be either controlplane or cluster')];
}
