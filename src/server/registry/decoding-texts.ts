import { formatGroupVersion, type GroupVersion, goQuote, type JsonValue } from '../../apimachinery/meta/index.js';

/** What Go's decoder calls that which it first reads of an object. */
export const typeMetaName =
  'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';

/** Both parts of a version may be empty, which is as good as none. */
export function isNoVersion(apiVersion: JsonValue | undefined): boolean {
  return !apiVersion || apiVersion === '/';
}

/** Where kube-apiserver looks for kinds: it names the line. */
export const builtInScheme = 'pkg/api/legacyscheme/scheme.go:30';

export function unregisteredKind(kind: string, groupVersion: GroupVersion, schemeName = builtInScheme): string {
  const version = goQuote(formatGroupVersion(groupVersion));
  return `no kind ${goQuote(kind)} is registered for version ${version} in scheme ${goQuote(schemeName)}`;
}

/** What is wrong with a kind or version that is no text. */
export function mistypedTypeField(field: 'apiVersion' | 'kind', value: JsonValue): string {
  const problem = `json: cannot unmarshal ${typeNameOf(value)} into Go struct field .${field} of type string`;
  return typeParseError(problem);
}

export function typeParseError(problem: string): string {
  return `couldn't get version/kind; json parse error: ${problem}`;
}

/** What Go's decoder calls a value. */
export function typeNameOf(value: JsonValue): string {
  if (Array.isArray(value)) return 'array';
  return typeof value === 'boolean' ? 'bool' : typeof value;
}
