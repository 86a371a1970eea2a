// Follows staging/src/k8s.io/apiserver/pkg/admission/plugin/webhook/mutating/dispatcher.go (v1.36)

import { isJsonObject, type JsonObject, type JsonValue, jsonTypeName } from '../../apimachinery/meta/index.js';
import { NotRegisteredError } from '../../apimachinery/scheme/index.js';
import { internalError, type StatusError } from '../../apimachinery/status/index.js';
import { typeMetaName } from '../dialect/index.js';
import type { ObjectVersions } from '../handlers/index.js';

/**
 * Returns the patched object, with apiVersion and kind. The patch may remove these, but not change them. Throws
 * `internalError` with the text of Go's decoder.
 */
export function ofSameKind(
  patched: JsonValue,
  object: JsonObject,
  { schemeName }: Pick<ObjectVersions, 'schemeName'>,
): JsonObject {
  if (!isJsonObject(patched)) {
    throw unreadable(`json: cannot unmarshal ${jsonTypeName(patched)} into Go value of type ${typeMetaName}`);
  }
  for (const field of ['apiVersion', 'kind']) {
    const value = patched[field] ?? '';
    if (typeof value === 'string') continue;
    throw unreadable(`json: cannot unmarshal ${jsonTypeName(value)} into Go struct field .${field} of type string`);
  }
  const kind = patched['kind'] || object['kind']!;
  const apiVersion = patched['apiVersion'] || object['apiVersion']!;
  if (kind === object['kind'] && apiVersion === object['apiVersion']) return { ...patched, apiVersion, kind };
  throw internalError(new NotRegisteredError(schemeName, String(apiVersion), String(kind)));
}

function unreadable(problem: string): StatusError {
  return internalError(`couldn't get version/kind; json parse error: ${problem}`);
}
