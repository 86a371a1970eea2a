// Follows vendor/go.yaml.in/yaml/v2/encode.go (v1.36)

import { isStepDue, sorting } from '../event-loop/index.js';
import type { JsonObject, JsonValue } from '../meta/index.js';
import type { EncodedPieces } from './encoded-pieces.js';
import { compareYamlKeys } from './yaml-key-order.js';
import { bestWidth, yamlText } from './yaml-text.js';

/** Minimum length of a piece, except the last. */
const pieceLength = 32 * 1024;
/** Longer keys are written like keys of several lines. */
const longestKey = 1024;

/**
 * Encodes a document like sigs.k8s.io/yaml: keys sorted, lists not indented, strings quoted if they would be read as
 * another type, long lines folded.
 */
export function encodeYaml(value: JsonValue): Buffer {
  const pieces: Buffer[] = [];
  for (const piece of yamlPieces(value)) if (piece) pieces.push(piece);
  return pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces);
}

/** The same in steps. */
export function* yamlPieces(value: JsonValue): EncodedPieces {
  const writer = new YamlWriter();
  yield* writer.write(value, { level: 0, isCompact: true, isItem: false });
  writer.text += '\n';
  yield Buffer.from(isOpenEnded(writer.text) ? writer.text + documentEnd : writer.text);
}

export const documentEnd = '...\n';

/** Whether the end of the last block must be marked: it ends with empty lines. */
export function isOpenEnded(text: string): boolean {
  return text.endsWith('\n\n');
}

/** One field of an object, as lines at the top level of a document. */
export function yamlField(name: string, value: JsonValue): string {
  return atOnce({ [name]: value }, { level: 0, isCompact: true, isItem: false });
}

/** An item of a list that is at the top level of a document, or in a field of it. */
export function yamlItem(value: JsonValue): string {
  const begin = '- ';
  return begin + atOnce(value, { level: 1, isCompact: true, isItem: true }, begin.length);
}

function atOnce(value: JsonValue, place: Place, firstColumn = 0): string {
  const writer = new YamlWriter(firstColumn);
  let text = '';
  for (const piece of writer.write(value, place)) if (piece) text += piece.toString();
  return `${text}${writer.text}\n`;
}

interface Place {
  readonly level: number;
  /** Whether an object or list begins on the current line. */
  readonly isCompact: boolean;
  /** Whether it follows `- `, `? ` or `: `, and so is indented by that. */
  readonly isItem: boolean;
}

/** An object or list that is partly written. */
interface Frame {
  /** Of an object, in order once the first one is written. */
  keys: string[] | undefined;
  readonly values: JsonObject | readonly JsonValue[];
  readonly length: number;
  readonly level: number;
  readonly isCompact: boolean;
  next: number;
}

/** Not recursive: documents may be nested deeply. */
class YamlWriter {
  /** What is not in a piece yet. */
  text = '';
  /** Where the text begins, until a piece of it is taken: pieces after that begin with a line. */
  #firstColumn: number;
  readonly #frames: Frame[] = [];

  constructor(firstColumn = 0) {
    this.#firstColumn = firstColumn;
  }

  *write(document: JsonValue, place: Place): EncodedPieces {
    this.#begin(document, place);
    for (let frame = this.#frames.at(-1); frame; frame = this.#frames.at(-1)) {
      if (frame.next === frame.length) {
        this.#frames.pop();
        continue;
      }
      if (isStepDue()) yield undefined;
      if (this.text.length > pieceLength) yield this.#take();
      if (frame.next === 0 && frame.keys) frame.keys = yield* sorting(frame.keys, compareYamlKeys);
      if (!frame.isCompact || frame.next > 0) this.text += lineBreak(frame.level);
      if (frame.keys) this.#field(frame.keys[frame.next++]!, frame);
      else this.#item((frame.values as readonly JsonValue[])[frame.next++] ?? null, frame.level);
    }
  }

  #take(): Buffer {
    const piece = Buffer.from(this.text);
    this.text = '';
    this.#firstColumn = 0;
    return piece;
  }

  /** Only for texts that may have to be folded. */
  #columnFor(value: JsonValue): number | undefined {
    if (typeof value !== 'string') return undefined;
    const lineEnd = this.text.lastIndexOf('\n');
    const begin = lineEnd < 0 ? this.#firstColumn : 0;
    const line = this.text.slice(lineEnd + 1);
    // Quotes and escapes make a text longer.
    return begin + line.length + 6 * value.length <= bestWidth ? undefined : begin + Array.from(line).length;
  }

  #item(value: JsonValue, level: number): void {
    this.text += '- ';
    this.#begin(value, { level: level + 1, isCompact: true, isItem: true });
  }

  #field(key: string, { values, level }: Frame): void {
    const value = (values as JsonObject)[key] as JsonValue;
    const keyText = yamlText(key, { level: level + 1 });
    const isExplicit = key.includes('\n') || isLong(keyText);
    this.text += isExplicit ? `? ${keyText}${lineBreak(level)}:` : `${keyText}:`;
    if (isExplicit || !startsOnNextLine(value)) this.text += ' ';
    this.#begin(value, { level: level + 1, isCompact: isExplicit, isItem: isExplicit });
  }

  /** Writes a scalar or an empty value; otherwise adds a frame. */
  #begin(value: JsonValue, { level, isCompact, isItem }: Place): void {
    if (typeof value !== 'object' || value === null) {
      this.text += yamlText(value, { level, isDocument: level === 0, column: this.#columnFor(value) });
      return;
    }
    const keys = Array.isArray(value) ? undefined : keysOf(value);
    const length = keys ? keys.length : (value as readonly JsonValue[]).length;
    if (length === 0) this.text += keys ? '{}' : '[]';
    else {
      const isAtParent = !keys && !isItem && level > 0;
      this.#frames.push({ keys, values: value, length, level: isAtParent ? level - 1 : level, isCompact, next: 0 });
    }
  }
}

function keysOf(object: JsonObject): string[] {
  const keys = Object.keys(object);
  for (const key of keys) {
    if (object[key] === undefined) return keys.filter((each) => object[each] !== undefined);
  }
  return keys;
}

function startsOnNextLine(value: JsonValue): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.length > 0;
  for (const key in value) if (value[key] !== undefined) return true;
  return false;
}

/** In characters, which may consist of two code units. */
function isLong(keyText: string): boolean {
  return keyText.length > longestKey && Array.from(keyText).length > longestKey;
}

const lineBreaks = Array.from({ length: 32 }, (_, level) => `\n${'  '.repeat(level)}`);

function lineBreak(level: number): string {
  return lineBreaks[level] ?? `\n${'  '.repeat(level)}`;
}
