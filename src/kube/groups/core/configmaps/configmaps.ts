// Follows pkg/registry/core/configmap/strategy.go (v1.36)
// Follows pkg/printers/internalversion/printers.go (v1.36)
// Follows pkg/apis/core/validation/validation.go (v1.36)

import type { ConfigMap } from '../../../../api/core/v1.js';
import { jsonEqual } from '../../../../apimachinery/meta/index.js';
import { checkConfigMapKey, type FieldError, FieldPath } from '../../../../apimachinery/validation/index.js';
import type { Replacement, UpdateValidationContext, ValidationContext } from '../../../../server/registry/index.js';
import { builtInResource } from '../../../built-in-resource.js';
import { ageColumn, nameColumn, textColumn } from '../../../printing/index.js';
import { asGiven } from '../../../types/index.js';
import { validateMetadata, validateMetadataUpdate } from '../../../validation.js';
import { base64Bytes, maxDataBytes, sizeOf, validateImmutableData } from '../keyed-data.js';

const dataColumn = textColumn<ConfigMap>('Data', ({ data, binaryData }) => sizeOf(data) + sizeOf(binaryData), {
  field: 'data',
});

export const configMaps = builtInResource<ConfigMap>('v1', 'ConfigMap', {
  plural: 'configmaps',
  shortNames: ['cm'],
  scope: 'Namespaced',
  columns: [nameColumn, dataColumn, ageColumn],
  strategy: { validate: validateConfigMap, validateUpdate: validateConfigMapUpdate },
});

const dataPath = FieldPath.of('data');
const binaryPath = FieldPath.of('binaryData');

function validateConfigMap(configMap: ConfigMap, context: ValidationContext): FieldError[] {
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
  if (bytes > maxDataBytes) errors.push(FieldPath.of('').tooLong(maxDataBytes));
  return errors;
}

function validateConfigMapUpdate(
  { object, old }: Replacement<ConfigMap>,
  context: UpdateValidationContext,
): FieldError[] {
  // An empty `binaryData` differs from an absent one.
  const changed = [
    ...(jsonEqual(object.data ?? {}, old.data ?? {}) ? [] : ['data']),
    ...(jsonEqual(asGiven(object, 'binaryData', {}), asGiven(old, 'binaryData', {})) ? [] : ['binaryData']),
  ];
  return [
    ...validateMetadataUpdate(object, context),
    ...validateImmutableData({ object, old }, changed),
    ...validateConfigMap(object, context),
  ];
}
