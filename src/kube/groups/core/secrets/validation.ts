import { DecodeError, decodeJson } from '../../../../apimachinery/codec/index.js';
import { isJsonObject, type JsonObject, jsonEqual } from '../../../../apimachinery/meta/index.js';
import {
  checkConfigMapKey,
  type FieldError,
  FieldPath,
  forbidden,
  invalidValue,
  required,
  tooLong,
  validateImmutableField,
} from '../../../../apimachinery/validation/index.js';
import type { Replacement } from '../../../../server/registry/index.js';
import { objectIn, textIn } from '../../../fields.js';
import { asGiven } from '../../../types/index.js';
import { base64Bytes } from '../base64-bytes.js';
import { maxSecretBytes } from './limits.js';

const dataPath = FieldPath.of('data');

export function validateSecret(secret: JsonObject): FieldError[] {
  const data = objectIn(secret['data']);
  const errors: FieldError[] = [];
  let bytes = 0;
  for (const [key, value] of Object.entries(data)) {
    errors.push(...checkConfigMapKey(key).map((problem) => invalidValue(dataPath.key(key), key, problem)));
    bytes += base64Bytes(textIn(value));
  }
  if (bytes > maxSecretBytes) errors.push(tooLong(dataPath, '', maxSecretBytes));
  return [...errors, ...validateType(secret, data)];
}

/** Secrets of well-known types must have the required keys. */
function validateType(secret: JsonObject, data: JsonObject): FieldError[] {
  switch (secret['type']) {
    case 'kubernetes.io/service-account-token':
      return requireAccountName(secret);
    case 'kubernetes.io/dockercfg':
      return requireJson(data, '.dockercfg');
    case 'kubernetes.io/dockerconfigjson':
      return requireJson(data, '.dockerconfigjson');
    case 'kubernetes.io/basic-auth':
      return hasAny(data, ['username', 'password']) ? [] : requireKeys(data, ['username', 'password']);
    case 'kubernetes.io/ssh-auth':
      return data['ssh-privatekey'] ? [] : [required(dataPath.key('ssh-privatekey'), '')];
    case 'kubernetes.io/tls':
      return requireKeys(data, ['tls.crt', 'tls.key']);
    default:
      return [];
  }
}

const accountNameKey = 'kubernetes.io/service-account.name';

function requireAccountName(secret: JsonObject): FieldError[] {
  const { annotations } = objectIn(secret['metadata']);
  if (textIn(objectIn(annotations)[accountNameKey]) !== '') return [];
  return [required(FieldPath.of('metadata', 'annotations').key(accountNameKey), '')];
}

function hasAny(data: JsonObject, keys: readonly string[]): boolean {
  return keys.some((key) => Object.hasOwn(data, key));
}

function requireKeys(data: JsonObject, keys: readonly string[]): FieldError[] {
  return keys.filter((key) => !Object.hasOwn(data, key)).map((key) => required(dataPath.key(key), ''));
}

function requireJson(data: JsonObject, key: string): FieldError[] {
  if (!Object.hasOwn(data, key)) return [required(dataPath.key(key), '')];
  const problem = objectProblem(Buffer.from(textIn(data[key]), 'base64').toString());
  return problem === undefined ? [] : [invalidValue(dataPath.key(key), '<secret contents redacted>', problem)];
}

/** Returns why a text is not a JSON object; `null` counts as one. */
function objectProblem(text: string): string | undefined {
  try {
    const value = decodeJson(Buffer.from(text));
    if (value === null || isJsonObject(value)) return undefined;
    const found = Array.isArray(value) ? 'array' : typeof value === 'boolean' ? 'bool' : typeof value;
    return `json: cannot unmarshal ${found} into Go value of type map[string]interface {}`;
  } catch (error) {
    if (error instanceof DecodeError) return error.message;
    throw error;
  }
}

const frozen = 'field is immutable when `immutable` is set';

export function validateSecretUpdate({ object, old }: Replacement): FieldError[] {
  const errors = [...validateImmutableField(object['type'] ?? '', old['type'] ?? '', FieldPath.of('type'))];
  if (old['immutable'] === true) {
    if (object['immutable'] !== true) errors.push(forbidden(FieldPath.of('immutable'), frozen));
    if (!jsonEqual(asGiven(object, 'data', {}), asGiven(old, 'data', {}))) errors.push(forbidden(dataPath, frozen));
  }
  return [...errors, ...validateSecret(object)];
}
