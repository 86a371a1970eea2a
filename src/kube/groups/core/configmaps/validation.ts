// Follows pkg/apis/core/validation/validation.go (v1.36)

import type { ConfigMap } from '../../../../api/core/v1.js';
import { jsonEqual } from '../../../../apimachinery/meta/index.js';
import { checkConfigMapKey, type FieldError, FieldPath } from '../../../../apimachinery/validation/index.js';
import type { Replacement, UpdateValidationContext, ValidationContext } from '../../../../server/registry/index.js';
import { asGiven } from '../../../types/index.js';
import { validateMetadata, validateMetadataUpdate } from '../../../validation.js';
import { base64Bytes } from '../base64-bytes.js';
import { maxSecretBytes } from '../secrets/limits.js';

const dataPath = FieldPath.of('data');
const binaryPath = FieldPath.of('binaryData');

export function validateConfigMap(configMap: ConfigMap, context: ValidationContext): FieldError[] {
  const { data = {}, binaryData = {} } = configMap;
  const errors = validateMetadata(configMap, context);
  let bytes = 0;
  for (const key of Object.keys(data)) {
    errors.push(...dataPath.checkKey(key, checkConfigMapKey));
    if (Object.hasOwn(binaryData, key)) {
      errors.push(dataPath.key(key).invalid(key, 'duplicate of key present in binaryData'));
    }
    bytes += Buffer.byteLength(data[key]!);
  }
  for (const [key, value] of Object.entries(binaryData)) {
    errors.push(...binaryPath.checkKey(key, checkConfigMapKey));
    bytes += base64Bytes(value);
  }
  if (bytes > maxSecretBytes) errors.push(FieldPath.of('').tooLong(maxSecretBytes));
  return errors;
}

const frozen = 'field is immutable when `immutable` is set';

export function validateConfigMapUpdate(
  { object, old }: Replacement<ConfigMap>,
  context: UpdateValidationContext,
): FieldError[] {
  const errors = validateMetadataUpdate(object, context);
  if (old.immutable) {
    if (!object.immutable) errors.push(FieldPath.of('immutable').forbidden(frozen));
    if (!jsonEqual(object.data ?? {}, old.data ?? {})) errors.push(FieldPath.of('data').forbidden(frozen));
    // An empty `binaryData` differs from an absent one.
    if (!jsonEqual(asGiven(object, 'binaryData', {}), asGiven(old, 'binaryData', {}))) {
      errors.push(FieldPath.of('binaryData').forbidden(frozen));
    }
  }
  return [...errors, ...validateConfigMap(object, context)];
}
