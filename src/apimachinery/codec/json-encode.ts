// Follows vendor/sigs.k8s.io/json/internal/golang/encoding/json/encode.go (v1.36)

import type { JsonValue } from '../meta/index.js';
import { stringifyExactly } from './exact-json-writer.js';

/** Encodes a document like kube-apiserver: compact, keys in the given order, with a trailing newline. */
export function encodeJson(value: JsonValue): Buffer {
  return Buffer.from(`${jsonText(value)}\n`);
}

/** Encodes with `?pretty=true`: indented by two spaces, without a trailing newline. */
export function encodeJsonPretty(value: JsonValue): Buffer {
  return Buffer.from(jsonText(value, '  '));
}

/**
 * Returns the text that Go's encoder produces. Both format numbers by the same rules, so `JSON.stringify` does the
 * work; it throws for bigint and for documents too deep for the stack, which take the slow path.
 */
export function jsonText(value: JsonValue, indent = ''): string {
  let text: string;
  try {
    text = JSON.stringify(value, undefined, indent);
  } catch {
    text = stringifyExactly(value, indent);
  }
  return escapeForHtml(text);
}

/** These characters can only occur in strings, where Go escapes them. */
function escapeForHtml(text: string): string {
  const nothingToEscape =
    !text.includes('<') &&
    !text.includes('>') &&
    !text.includes('&') &&
    !text.includes('\u2028') &&
    !text.includes('\u2029');
  return nothingToEscape ? text : text.replace(/[<>&\u2028\u2029]/g, escapeCharacter);
}

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
