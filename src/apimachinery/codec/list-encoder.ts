import type { JsonObject } from '../meta/index.js';
import { jsonText } from './json-encode.js';
import { documentEnd, isOpenEnded, yamlField, yamlItem } from './yaml-encode.js';
import { compareYamlKeys } from './yaml-key-order.js';

/** The lists of one kind. */
export interface ListType {
  readonly apiVersion: string;
  readonly kind: string;
  /** The field with the items. */
  readonly field: string;
  readonly pretty?: boolean;
}

export interface ListSize {
  /** The number of items. */
  readonly count: number;
  /** The size of all items; 0 unless the encoder is sized. */
  readonly bytes: number;
}

/** Encodes lists that are not empty, a few items at a time: head, items and tail together are what `encode` returns. */
export interface ListEncoder {
  /** Encodes items, each followed by a separator; the last one of the list is removed. */
  items(items: readonly JsonObject[]): Buffer;
  readonly separatorLength: number;
  /** What precedes the items; `list` has all other fields. */
  head(list: JsonObject, size: ListSize): Buffer;
  /** Whether `head` needs the size of all items. */
  readonly isSized: boolean;
  /** What follows the items; `end` is the end of the last one. */
  tail(list: JsonObject, end: Buffer): Buffer;
}

export function jsonLists({ field, pretty = false }: ListType): ListEncoder {
  const text = pretty ? indentedItem : (item: JsonObject) => `${jsonText(item)},`;
  return {
    separatorLength: pretty ? 2 : 1,
    isSized: false,
    items: (items) => Buffer.from(items.map(text).join('')),
    head(list) {
      const empty = jsonText({ ...list, [field]: [] }, pretty ? '  ' : '');
      const head = empty.slice(0, empty.lastIndexOf('[') + 1);
      return Buffer.from(pretty ? `${head}\n` : head);
    },
    tail: () => Buffer.from(pretty ? '\n  ]\n}' : ']}\n'),
  };
}

/** Line breaks within strings are escaped. */
function indentedItem(item: JsonObject): string {
  return `    ${jsonText(item, '  ').replaceAll('\n', '\n    ')},\n`;
}

/** Fields are sorted, so some follow the items. */
export function yamlLists({ field }: ListType): ListEncoder {
  const textOf = (list: JsonObject, isWanted: (order: number) => boolean): string =>
    Object.keys(list)
      .filter((name) => list[name] !== undefined && isWanted(compareYamlKeys(name, field)))
      .sort(compareYamlKeys)
      .map((name) => yamlField(name, list[name]!))
      .join('');
  return {
    separatorLength: 0,
    isSized: false,
    items: (items) => Buffer.from(items.map(yamlItem).join('')),
    head: (list) => Buffer.from(`${textOf(list, (order) => order < 0)}${field}:\n`),
    tail(list, end) {
      const text = textOf(list, (order) => order > 0);
      return Buffer.from(text === '' && isOpenEnded(end.toString('latin1')) ? documentEnd : text);
    },
  };
}
