import { CORE_SCHEMA, load, YAMLException } from 'js-yaml';
import { EncryptionConfigurationError } from './configuration.js';

/** An anchor or two save repeating a list of keys; more would only serve to blow the document up. */
const MAX_ALIASES = 100;

/** YAML or JSON, as plain values. Of a document that cannot be read no part is shown, as it holds secrets. */
export function readDocument(text: string): unknown {
  try {
    return load(text, { schema: CORE_SCHEMA, maxAliases: MAX_ALIASES });
  } catch (error) {
    throw new EncryptionConfigurationError(`not a YAML or JSON document: ${reasonOf(error)}`);
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof YAMLException)) return 'it cannot be parsed';
  const where = error.mark ? ` (line ${error.mark.line + 1}, column ${error.mark.column + 1})` : '';
  return `${error.reason}${where}`;
}
