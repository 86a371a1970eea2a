// Follows staging/src/k8s.io/apimachinery/pkg/runtime/serializer/cbor/cbor.go (v1.36)
// Follows vendor/github.com/fxamacker/cbor/v2/decode.go (v1.36)

import { cborCodec, cborTypeOf } from '../../../apimachinery/codec/index.js';
import { isJsonObject, type JsonValue } from '../../../apimachinery/meta/index.js';

/** Error text for a body whose type cannot be determined. */
export function cborTypeProblem(problem: string): string {
  return `unable to determine group/version/kind: ${problem}`;
}

/** Error text for a data item that is not a map. */
export function cborMismatch(bytes: Buffer, wanted: string): string {
  const type = cborTypeOf(bytes);
  const hint =
    type === 'array' && wanted !== mapType ? ' (cannot decode CBOR array to struct without toarray option)' : '';
  return `cbor: cannot unmarshal ${type} into Go value of type ${wanted}${hint}`;
}

export const mapType = 'map[string]interface {}';

/** Error text for a kind or apiVersion that is not a string. */
export function cborMistypedField(field: 'apiVersion' | 'kind', value: JsonValue): string {
  const type = cborTypeOf(cborCodec.encode(value));
  return cborTypeProblem(`cbor: cannot unmarshal ${type} into Go struct field v1.TypeMeta.${field} of type string`);
}

/** Deeper fields are not searched: the cost of finding them grows with their depth. */
const maxDepth = 64;

/**
 * Error text for unknown fields: upstream names the position of one of them within its map. That is the first one of
 * the outermost map that has any.
 */
export function cborUnknownFields(bytes: Buffer, unknown: readonly string[]): readonly string[] {
  if (unknown.length === 0) return [];
  const index = findUnknown(cborCodec.decode(bytes), '', { unknown: new Set(unknown), depth: 0 });
  return [`cbor: found unknown field at map element index ${index ?? 0}`];
}

interface Search {
  readonly unknown: ReadonlySet<string>;
  readonly depth: number;
}

function findUnknown(value: JsonValue, path: string, { unknown, depth }: Search): number | undefined {
  if (depth > maxDepth || typeof value !== 'object' || value === null) return undefined;
  const isMap = isJsonObject(value);
  const members = Object.entries(value).map(([key, member]) => ({ member, at: pathOf(path, key, isMap) }));
  const index = isMap ? members.findIndex(({ at }) => unknown.has(at)) : -1;
  if (index >= 0) return index;
  for (const { member, at } of members) {
    const found = findUnknown(member, at, { unknown, depth: depth + 1 });
    if (found !== undefined) return found;
  }
  return undefined;
}

function pathOf(path: string, key: string, isMap: boolean): string {
  if (!isMap) return `${path}[${key}]`;
  return path === '' ? key : `${path}.${key}`;
}

/** Diagnostic notation (RFC 8949, section 8), as error texts quote a body. Its strings count as byte strings. */
export function cborDiagnostic(bytes: Buffer): string {
  return diagnostic(cborCodec.decode(bytes), 0);
}

function diagnostic(value: JsonValue, depth: number): string {
  if (depth > maxDepth) return '...';
  if (typeof value === 'string') return `'${value}'`;
  if (Array.isArray(value)) return `[${value.map((item) => diagnostic(item, depth + 1)).join(', ')}]`;
  if (!isJsonObject(value)) return String(value);
  const members = Object.entries(value).map(([key, member]) => `'${key}': ${diagnostic(member, depth + 1)}`);
  return `{${members.join(', ')}}`;
}
