// Follows pkg/apis/core/validation/validation.go (v1.36)

import type { ConfigMap } from '../../../../api/core/v1.js';
import { jsonEqual } from '../../../../apimachinery/meta/index.js';
import {
  checkConfigMapKey,
  type FieldError,
  FieldPath,
  forbidden,
  invalidValue,
  tooLong,
} from '../../../../apimachinery/validation/index.js';
import type { Replacement, UpdateValidationContext, ValidationContext } from '../../../../server/registry/index.js';
import { checked } from '../../../field-checks.js';
import { asGiven } from '../../../types/index.js';
import { validateMetadata, validateMetadataUpdate } from '../../../validation.js';
import { base64Bytes } from '../base64-bytes.js';
import { maxSecretBytes } from '../secrets/limits.js';

export function validateConfigMap(configMap: ConfigMap, context: ValidationContext): FieldError[] {
  const { data = {}, binaryData = {} } = configMap;
  const errors = validateMetadata(configMap, context);
  let bytes = 0;
  for (const [key, value] of Object.entries(data)) {
    const path = FieldPath.of('data').key(key);
    errors.push(...checked(key, checkConfigMapKey, path));
    if (Object.hasOwn(binaryData, key)) errors.push(invalidValue(path, key, 'duplicate of key present in binaryData'));
    bytes += Buffer.byteLength(value);
  }
  for (const [key, value] of Object.entries(binaryData)) {
    errors.push(...checked(key, checkConfigMapKey, FieldPath.of('binaryData').key(key)));
    bytes += base64Bytes(value);
  }
  if (bytes > maxSecretBytes) errors.push(tooLong(FieldPath.of(''), '', maxSecretBytes));
  return errors;
}

const frozen = 'field is immutable when `immutable` is set';

export function validateConfigMapUpdate(
  { object, old }: Replacement<ConfigMap>,
  context: UpdateValidationContext,
): FieldError[] {
  const errors = validateMetadataUpdate(object, context);
  if (old.immutable) {
    if (!object.immutable) errors.push(forbidden(FieldPath.of('immutable'), frozen));
    if (!jsonEqual(object.data ?? {}, old.data ?? {})) errors.push(forbidden(FieldPath.of('data'), frozen));
    // An empty `binaryData` differs from an absent one.
    if (!jsonEqual(asGiven(object, 'binaryData', {}), asGiven(old, 'binaryData', {}))) {
      errors.push(forbidden(FieldPath.of('binaryData'), frozen));
    }
  }
  return [...errors, ...validateConfigMap(object, context)];
}
