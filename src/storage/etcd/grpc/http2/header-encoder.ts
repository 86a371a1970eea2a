// Header blocks of requests by RFC 7541: fields that repeat are sent once, and then as an index of the peer's dynamic
// table.
import { staticIndex } from './header-decoder.js';

export interface RequestHead {
  readonly path: string;
  /** Fields of this request only. */
  readonly extra: Readonly<Record<string, string>>;
}

/** Each entry counts this much, besides its text. */
const entryOverhead = 32;
const defaultTableSize = 4096;
const firstDynamicIndex = 62;
/** Indexes up to this one take one byte. */
const largestShortIndex = 126;

interface Field {
  /** Index of the name in the static table; 0: `name` is sent. */
  readonly nameIndex: number;
  readonly name: string;
  readonly value: string;
  /** How many entries the table had before this one; undefined: it is not in the table. */
  entry: number | undefined;
}

export class HeaderEncoder {
  readonly #fixed: readonly Field[];
  readonly #paths = new Map<string, Field>();
  readonly #scheme: number;
  #entries = 0;
  #tableSize = 0;
  #usesTable = true;
  /** The next block tells the peer that the table is empty. */
  #resizes = false;

  constructor({
    authority,
    isSecure,
    fixed,
  }: { authority: string; isSecure: boolean; fixed: Readonly<Record<string, string>> }) {
    this.#scheme = isSecure ? staticIndex.schemeHttps : staticIndex.schemeHttp;
    const field = ([name, value]: [string, string]): Field => ({ nameIndex: 0, name, value, entry: undefined });
    this.#fixed = [
      { nameIndex: staticIndex.authority, name: ':authority', value: authority, entry: undefined },
      ...Object.entries(fixed).map(field),
    ];
  }

  /** The peer's SETTINGS_HEADER_TABLE_SIZE. A table that is smaller than usual is not used. */
  setTableSize(size: number): void {
    if (size >= defaultTableSize) return;
    this.#usesTable = false;
    this.#resizes = true;
    for (const field of [...this.#fixed, ...this.#paths.values()]) field.entry = undefined;
  }

  /** Blocks must be sent in the order in which they were encoded. */
  encode({ path, extra }: RequestHead): Buffer {
    const bytes: number[] = [];
    if (this.#resizes) bytes.push(0x20);
    this.#resizes = false;
    bytes.push(0x80 | staticIndex.methodPost, 0x80 | this.#scheme);
    this.#write(bytes, this.#pathField(path));
    for (const field of this.#fixed) this.#write(bytes, field);
    for (const name in extra) {
      bytes.push(0);
      writeText(bytes, name);
      writeText(bytes, extra[name]!);
    }
    return Buffer.from(bytes);
  }

  #pathField(path: string): Field {
    let field = this.#paths.get(path);
    if (!field) {
      field = { nameIndex: staticIndex.path, name: ':path', value: path, entry: undefined };
      this.#paths.set(path, field);
    }
    return field;
  }

  #write(bytes: number[], field: Field): void {
    if (field.entry !== undefined) {
      bytes.push(0x80 | (firstDynamicIndex + this.#entries - 1 - field.entry));
      return;
    }
    bytes.push((this.#insert(field) ? 0x40 : 0) | field.nameIndex);
    if (field.nameIndex === 0) writeText(bytes, field.name);
    writeText(bytes, field.value);
  }

  /** Nothing is ever evicted: what would not fit is not inserted. */
  #insert(field: Field): boolean {
    const size = this.#tableSize + entryOverhead + field.name.length + field.value.length;
    const isShort = firstDynamicIndex + this.#entries <= largestShortIndex;
    if (!this.#usesTable || size > defaultTableSize || !isShort) return false;
    this.#tableSize = size;
    field.entry = this.#entries++;
    return true;
  }
}

/** Not in Huffman's code: these texts are short, or sent once. */
function writeText(bytes: number[], text: string): void {
  writeInteger(bytes, text.length);
  for (let index = 0; index < text.length; index++) bytes.push(text.charCodeAt(index) & 0xff);
}

function writeInteger(bytes: number[], value: number): void {
  if (value < 0x7f) {
    bytes.push(value);
    return;
  }
  bytes.push(0x7f);
  let rest = value - 0x7f;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest & 0x7f) | 0x80);
  bytes.push(rest);
}
