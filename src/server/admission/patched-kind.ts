import { isJsonObject, type JsonObject, type JsonValue } from '../../apimachinery/meta/index.js';
import { NotRegisteredError } from '../../apimachinery/scheme/index.js';
import { internalError, type StatusError } from '../../apimachinery/status/index.js';

const typeMeta =
  'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';
/** Upstream names its scheme of built-in kinds after the source line that creates it. */
const schemeName = 'pkg/api/legacyscheme/scheme.go:30';

/**
 * Returns the patched object, with apiVersion and kind. The patch may remove these, but not change them. Throws
 * `internalError` with the text of Go's decoder.
 */
export function ofSameKind(patched: JsonValue, object: JsonObject): JsonObject {
  if (!isJsonObject(patched)) {
    throw unreadable(`json: cannot unmarshal ${goTypeOf(patched)} into Go value of type ${typeMeta}`);
  }
  for (const field of ['apiVersion', 'kind']) {
    const value = patched[field] ?? '';
    if (typeof value === 'string') continue;
    throw unreadable(`json: cannot unmarshal ${goTypeOf(value)} into Go struct field .${field} of type string`);
  }
  const kind = patched['kind'] || object['kind']!;
  const apiVersion = patched['apiVersion'] || object['apiVersion']!;
  if (kind === object['kind'] && apiVersion === object['apiVersion']) return { ...patched, apiVersion, kind };
  throw internalError(new NotRegisteredError(schemeName, String(apiVersion), String(kind)));
}

function unreadable(problem: string): StatusError {
  return internalError(`couldn't get version/kind; json parse error: ${problem}`);
}

function goTypeOf(value: JsonValue): string {
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'boolean') return 'bool';
  return typeof value === 'bigint' ? 'number' : typeof value;
}
