import { type JsonObject, jsonEqual } from '../../../../apimachinery/meta/index.js';
import {
  checkConfigMapKey,
  type FieldError,
  FieldPath,
  forbidden,
  invalidValue,
  tooLong,
} from '../../../../apimachinery/validation/index.js';
import type { Replacement } from '../../../../server/registry/index.js';
import { objectIn, textIn } from '../../../fields.js';
import { asGiven } from '../../../types/index.js';
import { base64Bytes } from '../base64-bytes.js';
import { maxSecretBytes } from '../secrets/limits.js';

export function validateConfigMap(object: JsonObject): FieldError[] {
  const [data, binaryData] = [objectIn(object['data']), objectIn(object['binaryData'])];
  const errors: FieldError[] = [];
  let bytes = 0;
  for (const [key, value] of Object.entries(data)) {
    const path = FieldPath.of('data').key(key);
    errors.push(...checkConfigMapKey(key).map((problem) => invalidValue(path, key, problem)));
    if (Object.hasOwn(binaryData, key)) errors.push(invalidValue(path, key, 'duplicate of key present in binaryData'));
    bytes += Buffer.byteLength(textIn(value));
  }
  for (const [key, value] of Object.entries(binaryData)) {
    const path = FieldPath.of('binaryData').key(key);
    errors.push(...checkConfigMapKey(key).map((problem) => invalidValue(path, key, problem)));
    bytes += base64Bytes(textIn(value));
  }
  if (bytes > maxSecretBytes) errors.push(tooLong(FieldPath.of(''), '', maxSecretBytes));
  return errors;
}

const frozen = 'field is immutable when `immutable` is set';

export function validateConfigMapUpdate({ object, old }: Replacement): FieldError[] {
  const errors: FieldError[] = [];
  if (old['immutable'] === true) {
    if (object['immutable'] !== true) errors.push(forbidden(FieldPath.of('immutable'), frozen));
    if (!jsonEqual(objectIn(object['data']), objectIn(old['data'])))
      errors.push(forbidden(FieldPath.of('data'), frozen));
    // An empty `binaryData` differs from an absent one.
    if (!jsonEqual(asGiven(object, 'binaryData', {}), asGiven(old, 'binaryData', {}))) {
      errors.push(forbidden(FieldPath.of('binaryData'), frozen));
    }
  }
  return [...errors, ...validateConfigMap(object)];
}
