import type { RequestContext } from '../request-context.js';

/** What `fieldValidation=Strict` answers. */
export function strictDecodingError(problems: readonly string[]): string {
  return `strict decoding error: ${problems.join(', ')}`;
}

const yamlPrefixes = ['error converting YAML to JSON: yaml: unmarshal errors:\n', 'yaml: unmarshal errors:\n'];

/** More than this cannot be told, however short they are: see the filter that sends warnings. */
const maxWarnings = 4096;

/** What `fieldValidation=Warn` tells. Those of YAML come as one text with a line for each. */
export function warnOf(context: RequestContext, problems: readonly string[]): void {
  for (const problem of problems.slice(0, maxWarnings)) {
    const prefix = yamlPrefixes.find((text) => problem.startsWith(text));
    const lines = prefix === undefined ? [problem] : problem.slice(prefix.length).split('\n');
    for (const line of lines) context.warn(line.trim());
  }
}
