import { countValues, type JsonObject, type JsonValue } from '../meta/index.js';
import type { EncodedPieces } from './encoded-pieces.js';
import { jsonText } from './json-encode.js';

/** Values that are encoded in one step: it takes about a tenth of a millisecond. */
const valuesPerPiece = 500;
/** Objects of fewer values are encoded in one go: that takes a millisecond or two. */
const largeValues = 2000;
/** What is nested deeper is encoded in one step. */
const maxDepth = 20;

/** Whether it takes long to encode a value. Costs no more than a small part of that. */
export function isLargeJson(value: JsonValue): boolean {
  return countValues(value, largeValues) >= largeValues;
}

/** Encodes like `encodeJson`, piece by piece. */
export function* jsonPieces(value: JsonValue): EncodedPieces {
  yield* compactJsonPieces(value);
  yield newline;
}

/** Encodes like `jsonText`, piece by piece. */
export function* compactJsonPieces(value: JsonValue): EncodedPieces {
  for (const piece of piecesOf(value, 0)) yield Buffer.from(piece);
}

const newline = Buffer.from('\n');

function* piecesOf(value: JsonValue, depth: number): Generator<string> {
  if (depth > maxDepth || typeof value !== 'object' || value === null) yield jsonText(value);
  else yield* Array.isArray(value) ? piecesOfList(value, depth) : piecesOfObject(value, depth);
}

function* piecesOfList(list: readonly JsonValue[], depth: number): Generator<string> {
  let separator = '[';
  let batch: JsonValue[] = [];
  let values = 0;
  const written = (): string => {
    const text = separator + jsonText(batch).slice(1, -1);
    [separator, batch, values] = [',', [], 0];
    return text;
  };
  for (const item of list) {
    const count = countValues(item, valuesPerPiece);
    values += count;
    if (count < valuesPerPiece) {
      batch.push(item);
      if (values >= valuesPerPiece) yield written();
      continue;
    }
    if (batch.length > 0) yield written();
    yield separator;
    yield* piecesOf(item, depth + 1);
    separator = ',';
  }
  if (batch.length > 0) yield written();
  yield separator === '[' ? '[]' : ']';
}

function* piecesOfObject(object: JsonObject, depth: number): Generator<string> {
  let text = '{';
  let separator = '';
  let values = 0;
  const keys = Object.keys(object);
  if (keys.length > valuesPerPiece) {
    yield text;
    text = '';
  }
  for (const key of keys) {
    const value = object[key];
    if (value === undefined) continue;
    text += `${separator}${jsonText(key)}:`;
    separator = ',';
    const count = countValues(value, valuesPerPiece);
    values += count;
    if (count < valuesPerPiece) text += jsonText(value);
    if (values < valuesPerPiece) continue;
    yield text;
    if (count >= valuesPerPiece) yield* piecesOf(value, depth + 1);
    [text, values] = ['', 0];
  }
  yield `${text}}`;
}
