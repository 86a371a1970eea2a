// Follows pkg/apis/core/helper/helpers.go (v1.36)

import { isJsonObject, type JsonObject, type JsonValue, jsonTypeName } from '../../apimachinery/meta/index.js';
import type { Toleration } from '../pod-spec/index.js';

/** Decodes tolerations from outside a pod, such as an annotation. Throws an error that describes the problem. */
export function readTolerations(value: JsonValue): Toleration[] {
  if (value === null) return [];
  if (!Array.isArray(value)) throw mismatch(value, 'value of type []v1.Toleration');
  return value.map((item) => {
    if (!isJsonObject(item)) throw mismatch(item, 'value of type v1.Toleration');
    return readToleration(item);
  });
}

function readToleration(item: JsonObject): Toleration {
  const toleration: Toleration = {};
  for (const name of ['key', 'operator', 'value', 'effect'] as const) {
    const text = item[name] ?? '';
    if (typeof text !== 'string') throw mismatch(text, `struct field Toleration.${name} of type string`);
    if (text !== '') toleration[name] = text;
  }
  const seconds = item['tolerationSeconds'] ?? undefined;
  if (seconds === undefined) return toleration;
  if (!Number.isInteger(seconds)) throw mismatch(seconds, 'struct field Toleration.tolerationSeconds of type int64');
  return { ...toleration, tolerationSeconds: seconds as number };
}

function mismatch(value: JsonValue, wanted: string): Error {
  return new Error(`json: cannot unmarshal ${jsonTypeName(value)} into Go ${wanted}`);
}
