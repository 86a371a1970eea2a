import type { JsonValue } from '../meta/index.js';
import { stringifyExactly } from './exact-json-writer.js';

/** Encodes a document as the API server sends it: compact, keys in the order given, a newline at the end. */
export function encodeJson(value: JsonValue): Buffer {
  return Buffer.from(`${jsonText(value)}\n`);
}

/** Encodes for people (`?pretty=true`): two spaces, and no newline at the end. */
export function encodeJsonPretty(value: JsonValue): Buffer {
  return Buffer.from(jsonText(value, '  '));
}

/**
 * The text that Go's encoder gives. Both write numbers by the same rules, so `JSON.stringify` does the work; it throws on
 * bigint and on documents too deep for the stack, which then go the slow way.
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

/** These characters can only be inside of strings, where Go writes them escaped. */
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
