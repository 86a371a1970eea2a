import { formatGroupVersion, type GroupVersion, goQuote, type JsonValue } from '../../apimachinery/meta/index.js';

/** Go's name of the type into which its decoder first reads an object's type. */
export const typeMetaName =
  'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';

/** Group and version may both be empty, which counts as unset. */
export function isNoVersion(apiVersion: JsonValue | undefined): boolean {
  return !apiVersion || apiVersion === '/';
}

/** kube-apiserver names its scheme after the source line that creates it. */
export const builtInScheme = 'pkg/api/legacyscheme/scheme.go:30';

export function unregisteredKind(kind: string, groupVersion: GroupVersion, schemeName = builtInScheme): string {
  const version = goQuote(formatGroupVersion(groupVersion));
  return `no kind ${goQuote(kind)} is registered for version ${version} in scheme ${goQuote(schemeName)}`;
}

/** Error text for a kind or apiVersion that is not a string. */
export function mistypedTypeField(field: 'apiVersion' | 'kind', value: JsonValue): string {
  const problem = `json: cannot unmarshal ${typeNameOf(value)} into Go struct field .${field} of type string`;
  return typeParseError(problem);
}

export function typeParseError(problem: string): string {
  return `couldn't get version/kind; json parse error: ${problem}`;
}

/** Go's name of a JSON value's type. */
export function typeNameOf(value: JsonValue): string {
  if (Array.isArray(value)) return 'array';
  return typeof value === 'boolean' ? 'bool' : typeof value;
}
