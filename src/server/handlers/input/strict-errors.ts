// Follows staging/src/k8s.io/apiserver/pkg/endpoints/handlers/rest.go (v1.36)

import type { RequestContext } from '../../request-context.js';

/** Error text for `fieldValidation=Strict`. */
export function strictDecodingError(problems: readonly string[]): string {
  return `strict decoding error: ${problems.join(', ')}`;
}

const yamlPrefixes = ['error converting YAML to JSON: yaml: unmarshal errors:\n', 'yaml: unmarshal errors:\n'];

/** More warnings than this never fit into the response headers: see the filter that sends them. */
const maxWarnings = 4096;

/** Sends warnings for `fieldValidation=Warn`. YAML errors come as one text with a line for each. */
export function warnOf(context: RequestContext, problems: readonly string[]): void {
  for (const problem of problems.slice(0, maxWarnings)) {
    const prefix = yamlPrefixes.find((text) => problem.startsWith(text));
    const lines = prefix === undefined ? [problem] : problem.slice(prefix.length).split('\n');
    for (const line of lines) context.warn(line.trim());
  }
}
