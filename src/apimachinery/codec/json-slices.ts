import type { Steps } from '../event-loop/index.js';
import { type JsonObject, type JsonValue, setOwn } from '../meta/index.js';

/** Text that is parsed in one step: it takes about a millisecond. */
const sliceLength = 16 * 1024;
/** Deeper documents are not parsed in slices. */
const maxDepth = 500;

/** A container that is longer than a slice, as ranges of the text. */
interface LongContainer {
  readonly isList: boolean;
  readonly begin: number;
  readonly end: number;
  /** Positions of commas between slices of members. */
  readonly commas: readonly number[];
  readonly children: readonly LongContainer[];
}

export interface SlicedDocument {
  readonly value: JsonValue;
  /** The number of keys of all objects, repeated ones counted once. */
  readonly keys: number;
}

/**
 * Parses like `JSON.parse`, a slice of the members of long containers at a time. Much faster than one call for objects
 * with tens of thousands of keys. Returns undefined for a text that is not JSON, or deep.
 */
export function* parsingJson(text: string): Steps<SlicedDocument | undefined> {
  const root = yield* longContainers(text);
  if (root === undefined) return undefined;
  try {
    return yield* new SlicedParser(text).parsing(root);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

class SlicedParser {
  readonly #text: string;
  #keys = 0;

  constructor(text: string) {
    this.#text = text;
  }

  *parsing(root: LongContainer): Steps<SlicedDocument> {
    const { begin, end } = root;
    checkBlank(this.#text.slice(0, begin));
    checkBlank(this.#text.slice(end));
    const value = yield* root.isList ? this.#list(root) : this.#object(root);
    return { value, keys: this.#keys };
  }

  *#list(container: LongContainer): Steps<JsonValue[]> {
    const list: JsonValue[] = [];
    for (const { begin, end, child } of slicesOf(container)) {
      if (child) list.push(yield* this.#child({ begin, end, child, isList: true }));
      else for (const item of this.#items(begin, end)) list.push(item);
      yield;
    }
    return list;
  }

  *#object(container: LongContainer): Steps<JsonObject> {
    const object: JsonObject = {};
    for (const { begin, end, child } of slicesOf(container)) {
      const members = child ? undefined : this.#members(begin, end);
      for (const key in members) this.#set(object, key, members[key]!);
      if (child) {
        const key = this.#keyBefore(begin, child);
        this.#set(object, key, yield* this.#child({ begin, end, child, isList: false }));
        this.#keys++;
      }
      yield;
    }
    return object;
  }

  #set(object: JsonObject, key: string, value: JsonValue): void {
    if (Object.hasOwn(object, key)) this.#keys--;
    setOwn(object, key, value);
  }

  *#child({ begin, end, child, isList }: Slice & { child: LongContainer; isList: boolean }): Steps<JsonValue> {
    if (isList) checkBlank(this.#text.slice(begin, child.begin));
    checkBlank(this.#text.slice(child.end, end));
    return yield* child.isList ? this.#list(child) : this.#object(child);
  }

  #keyBefore(begin: number, child: LongContainer): string {
    const [key] = Object.keys(JSON.parse(`{${this.#text.slice(begin, child.begin)}null}`) as JsonObject);
    if (key === undefined) throw new SyntaxError('no key');
    return key;
  }

  #items(begin: number, end: number): JsonValue[] {
    const items = JSON.parse(`[${this.#text.slice(begin, end)}]`) as JsonValue[];
    // A comma without an item before or after it.
    if (items.length === 0) throw new SyntaxError('no items');
    this.#keys += countKeys(items);
    return items;
  }

  #members(begin: number, end: number): JsonObject {
    const members = JSON.parse(`{${this.#text.slice(begin, end)}}`) as JsonObject;
    const keys = countKeys(members);
    if (keys === 0) throw new SyntaxError('no members');
    this.#keys += keys;
    return members;
  }
}

function checkBlank(text: string): void {
  JSON.parse(`null${text}`);
}

interface Slice {
  readonly begin: number;
  readonly end: number;
  /** Set if the slice has one member, which is long. */
  readonly child?: LongContainer | undefined;
}

function* slicesOf({ begin, end, commas, children }: LongContainer): Generator<Slice> {
  let [from, next] = [begin + 1, 0];
  for (const to of [...commas, end - 1]) {
    const candidate = children[next];
    const child = candidate && candidate.begin < to ? candidate : undefined;
    if (child) next++;
    yield { begin: from, end: to, child };
    from = to + 1;
  }
}

/** A container that is open while the text is scanned. */
class OpenContainer {
  begin = 0;
  isList = false;
  /** The last comma, or the beginning. */
  comma = 0;
  /** Where the current slice begins. */
  slice = 0;
  commas: number[] = [];
  children: LongContainer[] = [];

  open(begin: number, isList: boolean): void {
    this.begin = begin;
    this.isList = isList;
    this.comma = begin;
    this.slice = begin;
  }

  /** A long child gets a slice of its own. */
  add(child: LongContainer): void {
    if (this.comma > this.slice) this.commas.push(this.comma);
    this.slice = Number.NEGATIVE_INFINITY;
    this.children.push(child);
  }

  passComma(at: number): void {
    if (at - this.slice > sliceLength) {
      this.commas.push(at);
      this.slice = at;
    }
    this.comma = at;
  }

  closed(end: number): LongContainer {
    const { isList, begin, commas, children } = this;
    [this.commas, this.children] = [[], []];
    return { isList, begin, end, commas, children };
  }
}

const scannedPerStep = 256 * 1024;

/**
 * Returns the outermost container, with the long ones in it; undefined if brackets do not match, or the text is deep.
 */
function* longContainers(text: string): Steps<LongContainer | undefined> {
  const stack: OpenContainer[] = [];
  let depth = -1;
  let root: LongContainer | undefined;
  let pause = scannedPerStep;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22 /* " */) {
      at = endOfString(text, at);
      if (at < 0) return undefined;
    } else if (code === 0x2c /* , */) {
      if (depth >= 0) stack[depth]!.passComma(at);
    } else if (code === 0x7b /* { */ || code === 0x5b /* [ */) {
      if (root || ++depth > maxDepth) return undefined;
      stack[depth] ??= new OpenContainer();
      stack[depth]!.open(at, code === 0x5b);
    } else if (code === 0x7d /* } */ || code === 0x5d /* ] */) {
      const open = stack[depth];
      if (depth < 0 || !open || open.isList !== (code === 0x5d)) return undefined;
      depth--;
      if (depth < 0) root = open.closed(at + 1);
      else if (at - open.begin > sliceLength) stack[depth]!.add(open.closed(at + 1));
    }
    if (at > pause) {
      pause = at + scannedPerStep;
      yield;
    }
  }
  return depth < 0 ? root : undefined;
}

/** Returns the position of the closing quote; negative if there is none. */
function endOfString(text: string, begin: number): number {
  let end = text.indexOf('"', begin + 1);
  while (end > 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end;
}

function isEscaped(text: string, at: number): boolean {
  let first = at;
  while (text.charCodeAt(first - 1) === 0x5c /* \ */) first--;
  return (at - first) % 2 === 1;
}

/** Counts the keys of all objects in a value that is not deep. */
export function countKeys(value: JsonValue): number {
  return typeof value === 'object' && value !== null ? countKeysWithin(value) : 0;
}

function countKeysWithin(container: JsonValue[] | JsonObject): number {
  let keys = 0;
  if (Array.isArray(container)) {
    for (let index = 0; index < container.length; index++) {
      const item = container[index];
      if (typeof item === 'object' && item !== null) keys += countKeysWithin(item);
    }
    return keys;
  }
  for (const key in container) {
    keys++;
    const value = container[key];
    if (typeof value === 'object' && value !== null) keys += countKeysWithin(value);
  }
  return keys;
}
