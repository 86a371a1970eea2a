// Follows staging/src/k8s.io/apimachinery/pkg/runtime/error.go (v1.36)

import {
  formatGroupVersion,
  type GroupVersion,
  goQuote,
  type JsonValue,
  jsonTypeName,
} from '../../apimachinery/meta/index.js';

/** Go's name of the type into which its decoder first reads an object's type. */
export const typeMetaName =
  'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';

/** Group and version may both be empty, which counts as unset. */
export function isNoVersion(apiVersion: JsonValue | undefined): boolean {
  return !apiVersion || apiVersion === '/';
}

/** Error text for a kind that a scheme, if it has a name, does not have in a version. */
export function unregisteredKind(kind: string, groupVersion: GroupVersion, schemeName: string | undefined): string {
  const version = goQuote(formatGroupVersion(groupVersion));
  const scheme = schemeName === undefined ? '' : ` in scheme ${goQuote(schemeName)}`;
  return `no kind ${goQuote(kind)} is registered for version ${version}${scheme}`;
}

/** Error text for a kind or apiVersion that is not a string. */
export function mistypedTypeField(field: 'apiVersion' | 'kind', value: JsonValue): string {
  const problem = `json: cannot unmarshal ${jsonTypeName(value)} into Go struct field .${field} of type string`;
  return typeParseError(problem);
}

export function typeParseError(problem: string): string {
  return `couldn't get version/kind; json parse error: ${problem}`;
}
