// Follows pkg/apis/resource/validation/validation.go (v1.36)

import type { DeviceConfiguration } from '../../../api/resource/v1.js';
import { jsonText } from '../../../apimachinery/codec/index.js';
import { isJsonObject, type JsonValue } from '../../../apimachinery/meta/index.js';
import type { FieldError, FieldPath } from '../../../apimachinery/validation/index.js';
import { validateDriverName } from '../storage/driver-name.js';

export const maxConfigurations = 32;
const maxDataLength = 10 * 1024;

export function validateConfiguration({ opaque }: DeviceConfiguration, path: FieldPath): FieldError[] {
  const place = path.child('opaque');
  if (!opaque) return [place.required()];
  return [
    ...validateDriverName(opaque.driver, place.child('driver')),
    ...validateData(opaque.parameters, place.child('parameters')),
  ];
}

/** An arbitrary JSON object. */
export function validateData(data: JsonValue | undefined, path: FieldPath): FieldError[] {
  if (data === undefined || data === null) return [path.required()];
  if (Buffer.byteLength(jsonText(data)) > maxDataLength) return [path.tooLong(maxDataLength)];
  return isJsonObject(data) ? [] : [path.invalid('<value omitted>', 'must be a valid JSON object')];
}
