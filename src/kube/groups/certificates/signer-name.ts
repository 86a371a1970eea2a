// Follows pkg/apis/core/validation/names.go (v1.36)

import { goQuote } from '../../../apimachinery/meta/index.js';
import {
  checkDns1123Label,
  checkDns1123Subdomain,
  type FieldError,
  type FieldPath,
} from '../../../apimachinery/validation/index.js';
import type { Check } from '../../field-checks.js';

const maxDomain = 253;
const maxSigner = 571;

/** A domain and a path. */
export function validateSignerName(name: string, path: FieldPath): FieldError[] {
  if (name === '') return [path.required()];
  const [domain = '', ...segments] = name.split('/');
  if (segments.length !== 1) {
    return [path.invalid(name, "must be a fully qualified domain and path of the form 'example.com/signer-name'")];
  }
  const errors = domain.length > maxDomain ? [path.tooLong(maxDomain)] : [];
  errors.push(...validateParts(domain, checkDns1123Label, path));
  if (!domain.includes('.'))
    errors.push(path.invalid(domain, 'should be a domain with at least two segments separated by dots'));
  errors.push(...validateParts(segments[0] ?? '', checkDns1123Subdomain, path));
  return name.length > maxSigner ? [...errors, path.tooLong(maxSigner)] : errors;
}

/** Returns the problems of the first invalid dot-separated part. */
function validateParts(text: string, check: Check, path: FieldPath): FieldError[] {
  const part = text.split('.').find((one) => check(one).length > 0);
  if (part === undefined) return [];
  return check(part).map((problem) => path.invalid(text, `validating label ${goQuote(part)}: ${problem}`));
}

const daySeconds = 24 * 60 * 60;

/** The longest life of a pod's certificate: a day from signers of Kubernetes, 91 days from others. */
export function longestPodCertificate(signerName: string): number {
  const [domain = ''] = signerName.split('/', 1);
  const isKubernetes = domain === 'kubernetes.io' || domain.endsWith('.kubernetes.io');
  return isKubernetes ? daySeconds : 91 * daySeconds;
}

/** The name of a ClusterTrustBundle begins with its signer's, whose slash is a colon there. */
export function checkTrustBundleName(name: string, signerName: string): readonly string[] {
  if (signerName === '') {
    if (name.includes(':')) return ['ClusterTrustBundle without signer name must not have ":" in its name'];
    return checkDns1123Subdomain(name);
  }
  const prefix = `${signerName.replaceAll('/', ':')}:`;
  if (name.startsWith(prefix)) return checkDns1123Subdomain(name.slice(prefix.length));
  return [`ClusterTrustBundle for signerName ${signerName} must be named with prefix ${prefix}`];
}
