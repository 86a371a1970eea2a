// Follows staging/src/k8s.io/apimachinery/pkg/util/validation/validation.go (v1.36)

import type { FieldError } from './field-error.js';
import type { FieldPath } from './field-path.js';
import { checkDns1123Label, checkDns1123Subdomain, checkQualifiedName } from './names.js';
import { pattern } from './text-rules.js';

/** A name such as a signer's or driver's: a DNS subdomain with at least three segments. */
export function validateFullyQualifiedName(name: string, path: FieldPath): FieldError[] {
  if (name === '') return [path.required()];
  const problems = checkDns1123Subdomain(name);
  if (problems.length > 0) return [path.invalid(name, problems.join(','))];
  if (name.split('.').length >= 3) return [];
  return [path.invalid(name, 'should be a domain with at least three segments separated by dots')];
}

/** A domain with at least two labels; a trailing dot is allowed. */
export function validateFullyQualifiedDomainName(name: string, path: FieldPath): FieldError[] {
  if (name === '') return [path.required()];
  const domain = name.endsWith('.') ? name.slice(0, -1) : name;
  const problems = checkDns1123Subdomain(domain);
  if (problems.length > 0) return [path.invalid(domain, problems.join(','))];
  const labels = domain.split('.');
  if (labels.length < 2) {
    return [path.invalid(domain, 'should be a domain with at least two segments separated by dots')];
  }
  const wrong = labels.find((label) => checkDns1123Label(label).length > 0);
  return wrong === undefined ? [] : [path.invalid(wrong, checkDns1123Label(wrong).join(','))];
}

const httpPath = pattern("[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+", 'Invalid path', []);

/** `acme.io/foo`: a domain, then a path. */
export function validateDomainPrefixedPath(text: string, path: FieldPath): FieldError[] {
  if (text === '') return [path.required()];
  const slash = text.indexOf('/');
  if (slash <= 0 || slash === text.length - 1) {
    return [path.invalid(text, 'must be a domain-prefixed path (such as "acme.io/foo")')];
  }
  const [host, rest] = [text.slice(0, slash), text.slice(slash + 1)];
  const errors = path.check(host, checkDns1123Subdomain);
  if (!httpPath.regExp.test(rest)) errors.push(path.invalid(rest, httpPath.problem));
  return errors;
}

/** `acme.io/foo`: a qualified name with a prefix. */
export function validateDomainPrefixedKey(key: string, path: FieldPath): FieldError[] {
  if (key === '') return [path.required()];
  const problems = checkQualifiedName(key);
  if (problems.length > 0) return problems.map((problem) => path.invalid(key, problem));
  if (key.includes('/')) return [];
  return [path.invalid(key, 'must be a domain-prefixed key (such as "acme.io/foo")')];
}
