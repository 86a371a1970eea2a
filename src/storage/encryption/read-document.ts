import { DecodeError, decodeYamlStrict, type StrictlyDecoded } from '../../apimachinery/codec/index.js';
import type { JsonValue } from '../../apimachinery/meta/index.js';
import { EncryptionConfigurationError } from './configuration.js';

/** Parses YAML or JSON into plain values. Syntax errors show only the position, because the document holds secrets. */
export function readDocument(text: string): JsonValue {
  const { value, strictErrors } = decode(text);
  if (strictErrors.length === 0) return value;
  throw new EncryptionConfigurationError(`strict decoding error: ${strictErrors.join(', ')}`);
}

function decode(text: string): StrictlyDecoded {
  try {
    return decodeYamlStrict(Buffer.from(text));
  } catch (error) {
    const reason = error instanceof DecodeError ? error.message : 'it cannot be parsed';
    throw new EncryptionConfigurationError(`not a YAML or JSON document: ${reason}`);
  }
}
