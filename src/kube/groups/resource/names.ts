// Follows pkg/apis/resource/validation/validation.go (v1.36)

import {
  checkCIdentifier,
  checkDns1123Label,
  checkDns1123Subdomain,
  type FieldError,
  type FieldPath,
} from '../../../apimachinery/validation/index.js';
import { validateDriverName } from '../storage/driver-name.js';

const [maxPoolName, maxIdentifier] = [253, 32];

export function validateShortName(name: string, path: FieldPath): FieldError[] {
  return path.check(name, checkDns1123Label);
}

/** Subdomains separated by slashes. */
export function validatePoolName(name: string, path: FieldPath): FieldError[] {
  if (name === '') return [path.required()];
  return [
    ...(name.length > maxPoolName ? [path.tooLong(maxPoolName)] : []),
    ...name.split('/').flatMap((part) => path.check(part, checkDns1123Subdomain)),
  ];
}

/** An identifier, optionally qualified with a domain. */
export function validateQualifiedName(name: string, path: FieldPath): FieldError[] {
  const [first = '', second, ...others] = name.split('/');
  if (second === undefined) return validateIdentifier(first, path);
  if (others.length > 0) return [];
  return [
    ...(first === '' ? [path.invalid('', 'the domain must not be empty')] : validateDriverName(first, path)),
    ...(second === '' ? [path.invalid('', 'the name must not be empty')] : validateIdentifier(second, path)),
  ];
}

export function validateFullyQualifiedName(name: string, path: FieldPath): FieldError[] {
  const errors = validateQualifiedName(name, path);
  if (name.includes('/')) return errors;
  const detail = 'a fully qualified name must be a domain and a name separated by a slash';
  return [...errors, path.invalid(name, detail)];
}

function validateIdentifier(name: string, path: FieldPath): FieldError[] {
  const errors = name.length > maxIdentifier ? [path.tooLong(maxIdentifier)] : [];
  return [...errors, ...path.check(name, checkCIdentifier)];
}

const uidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export function validateUid(uid: string, path: FieldPath): FieldError[] {
  if (uidForm.test(uid)) return [];
  const form = '`xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx` with lowercase hexadecimal characters';
  return [path.invalid(uid, `uid must be in RFC 4122 normalized form, ${form}`)];
}
