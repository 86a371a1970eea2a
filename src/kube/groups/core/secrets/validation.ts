// Follows pkg/apis/core/validation/validation.go (v1.36)

import type { Secret } from '../../../../api/core/v1.js';
import { DecodeError, decodeJson } from '../../../../apimachinery/codec/index.js';
import { isJsonObject, jsonEqual, jsonTypeName } from '../../../../apimachinery/meta/index.js';
import {
  checkConfigMapKey,
  type FieldError,
  FieldPath,
  validateImmutableField,
} from '../../../../apimachinery/validation/index.js';
import type { Replacement, UpdateValidationContext, ValidationContext } from '../../../../server/registry/index.js';
import { asGiven } from '../../../types/index.js';
import { validateMetadata, validateMetadataUpdate } from '../../../validation.js';
import { base64Bytes, maxDataBytes, validateImmutableData } from '../keyed-data.js';

const dataPath = FieldPath.of('data');

type SecretData = NonNullable<Secret['data']>;

export function validateSecret(secret: Secret, context: ValidationContext): FieldError[] {
  const { data = {} } = secret;
  const errors = validateMetadata(secret, context);
  let bytes = 0;
  for (const [key, value] of Object.entries(data)) {
    errors.push(...dataPath.checkKey(key, checkConfigMapKey));
    bytes += base64Bytes(value);
  }
  if (bytes > maxDataBytes) errors.push(dataPath.tooLong(maxDataBytes));
  return [...errors, ...validateType(secret, data)];
}

/** Secrets of well-known types must have the required keys. */
function validateType(secret: Secret, data: SecretData): FieldError[] {
  switch (secret.type) {
    case 'kubernetes.io/service-account-token':
      return requireAccountName(secret);
    case 'kubernetes.io/dockercfg':
      return requireJson(data, '.dockercfg');
    case 'kubernetes.io/dockerconfigjson':
      return requireJson(data, '.dockerconfigjson');
    case 'kubernetes.io/basic-auth':
      return hasAny(data, ['username', 'password']) ? [] : requireKeys(data, ['username', 'password']);
    case 'kubernetes.io/ssh-auth':
      return data['ssh-privatekey'] ? [] : [dataPath.key('ssh-privatekey').required()];
    case 'kubernetes.io/tls':
      return requireKeys(data, ['tls.crt', 'tls.key']);
    default:
      return [];
  }
}

const accountNameKey = 'kubernetes.io/service-account.name';

function requireAccountName(secret: Secret): FieldError[] {
  if (secret.metadata.annotations?.[accountNameKey]) return [];
  return [FieldPath.of('metadata', 'annotations').key(accountNameKey).required()];
}

function hasAny(data: SecretData, keys: readonly string[]): boolean {
  return keys.some((key) => Object.hasOwn(data, key));
}

function requireKeys(data: SecretData, keys: readonly string[]): FieldError[] {
  return keys.filter((key) => !Object.hasOwn(data, key)).map((key) => dataPath.key(key).required());
}

function requireJson(data: SecretData, key: string): FieldError[] {
  const value = data[key];
  if (value === undefined) return [dataPath.key(key).required()];
  const problem = objectProblem(Buffer.from(value, 'base64'));
  return problem === undefined ? [] : [dataPath.key(key).invalid('<secret contents redacted>', problem)];
}

/** Returns why a text is not a JSON object; `null` counts as one. */
function objectProblem(text: Uint8Array): string | undefined {
  try {
    const value = decodeJson(text);
    if (value === null || isJsonObject(value)) return undefined;
    return `json: cannot unmarshal ${jsonTypeName(value)} into Go value of type map[string]interface {}`;
  } catch (error) {
    if (error instanceof DecodeError) return error.message;
    throw error;
  }
}

export function validateSecretUpdate(
  { object, old }: Replacement<Secret>,
  context: UpdateValidationContext,
): FieldError[] {
  const isSame = jsonEqual(asGiven(object, 'data', {}), asGiven(old, 'data', {}));
  return [
    ...validateMetadataUpdate(object, context),
    ...validateImmutableField(object.type ?? '', old.type ?? '', FieldPath.of('type')),
    ...validateImmutableData({ object, old }, isSame ? [] : ['data']),
    ...validateSecret(object, context),
  ];
}
