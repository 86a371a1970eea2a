import type { AliasEvent, Event, ScalarEvent } from 'js-yaml';
import { isJsonObject, type JsonObject, type JsonValue, setOwn } from '../meta/index.js';
import { AliasBudget } from './alias-budget.js';
import { DecodeError, TooDeepError } from './decode-error.js';
import type { StrictlyDecoded } from './json-decode.js';
import { mergeKey, type YamlKey, yamlKey } from './yaml-key.js';
import { yamlLibrary } from './yaml-library.js';
import { resolvePlainScalar, resolveTaggedScalar, type YamlScalar } from './yaml-scalar.js';

const maxDuplicates = 100;

/** A complete value and its size, including aliases. */
interface Node {
  readonly value: JsonValue;
  readonly nodes: number;
  readonly height: number;
}

/** A mapping or sequence that is still being read. */
interface Frame {
  readonly list: JsonValue[] | undefined;
  readonly object: JsonObject;
  readonly anchor: string | undefined;
  /** In a mapping: the key of the next value. Undefined if a key comes next. */
  key: YamlKey | undefined;
  /** Start of the last value in the text. */
  valueAt: number;
  nodes: number;
  height: number;
}

/**
 * Builds a document from js-yaml's events by the rules of go-yaml and sigs.k8s.io/yaml. Merge keys take effect in
 * document order: of a merged and an explicit key, the later one wins. An alias is a copy, so that values are never
 * shared.
 */
export class YamlConstructor {
  readonly #library = yamlLibrary();
  readonly #text: string;
  readonly #frames: Frame[] = [];
  readonly #anchors = new Map<string, Node>();
  /** Anchors of the open frames, with their counts. */
  readonly #openAnchors = new Map<string, number>();
  readonly #budget = new AliasBudget();
  readonly #duplicates: string[] = [];
  readonly #maxHeight: number;
  #document: JsonValue = null;

  /** `maxHeight`: aliases can nest deeper than the text. */
  constructor(text: string, { maxHeight }: { maxHeight: number }) {
    this.#text = text;
    this.#maxHeight = maxHeight;
  }

  construct(events: readonly Event[]): StrictlyDecoded {
    for (const event of events) this.#take(event);
    const strictErrors =
      this.#duplicates.length > 0 ? [`yaml: unmarshal errors:\n  ${this.#duplicates.join('\n  ')}`] : [];
    return { value: this.#document, strictErrors };
  }

  #take(event: Event): void {
    const { EVENT_ID } = this.#library;
    switch (event.type) {
      case EVENT_ID.SEQUENCE:
        this.#open(event.start, { list: [], anchor: this.#slice(event.anchorStart, event.anchorEnd) });
        break;
      case EVENT_ID.MAPPING:
        this.#open(event.start, { list: undefined, anchor: this.#slice(event.anchorStart, event.anchorEnd) });
        break;
      case EVENT_ID.SCALAR:
        this.#takeScalar(event);
        break;
      case EVENT_ID.ALIAS:
        this.#takeAlias(event);
        break;
      case EVENT_ID.POP:
        this.#close();
        break;
    }
  }

  #open(at: number, { list, anchor }: Pick<Frame, 'list' | 'anchor'>): void {
    const parent = this.#frames.at(-1);
    if (parent && expectsKey(parent)) throw new DecodeError('yaml: invalid map key');
    if (parent) parent.valueAt = at;
    if (anchor !== undefined) {
      this.#anchors.delete(anchor);
      this.#openAnchors.set(anchor, (this.#openAnchors.get(anchor) ?? 0) + 1);
    }
    this.#budget.countNode();
    this.#frames.push({ list, anchor, object: {}, key: undefined, valueAt: at, nodes: 1, height: 1 });
  }

  /** The end of the document is also an event, without a frame. */
  #close(): void {
    const frame = this.#frames.pop();
    if (frame === undefined) return;
    const node = { value: frame.list ?? frame.object, nodes: frame.nodes, height: frame.height };
    if (frame.anchor !== undefined) {
      this.#anchors.set(frame.anchor, node);
      const open = this.#openAnchors.get(frame.anchor)! - 1;
      if (open > 0) this.#openAnchors.set(frame.anchor, open);
      else this.#openAnchors.delete(frame.anchor);
    }
    this.#addValue(node);
  }

  #takeScalar(event: ScalarEvent): void {
    const scalar = this.#resolve(event);
    const anchor = this.#slice(event.anchorStart, event.anchorEnd);
    if (anchor !== undefined) this.#anchors.set(anchor, { value: jsonOf(scalar), nodes: 1, height: 0 });
    this.#budget.countNode();
    const frame = this.#frames.at(-1);
    if (frame && expectsKey(frame)) {
      const merges = scalar === '<<' && event.style === this.#library.SCALAR_STYLE.PLAIN && event.tagStart < 0;
      frame.key = merges ? mergeKey : yamlKey(scalar);
      return;
    }
    if (frame) frame.valueAt = event.valueStart;
    this.#addValue({ value: jsonOf(scalar), nodes: 1, height: 0 });
  }

  #takeAlias(event: AliasEvent): void {
    const name = this.#text.slice(event.anchorStart, event.anchorEnd);
    if (this.#openAnchors.has(name)) {
      throw new DecodeError(`yaml: anchor '${name}' value contains itself`);
    }
    const node = this.#anchors.get(name);
    if (node === undefined) throw new DecodeError(`yaml: unknown anchor '${name}' referenced`);
    this.#budget.countAliased(node.nodes);
    const frame = this.#frames.at(-1);
    if (frame && expectsKey(frame)) {
      if (typeof node.value === 'object' && node.value !== null) throw new DecodeError('yaml: invalid map key');
      frame.key = yamlKey(node.value);
      return;
    }
    if (frame) frame.valueAt = event.anchorStart;
    this.#addValue({ ...node, value: copyOf(node.value) });
  }

  #resolve(event: ScalarEvent): YamlScalar {
    const value = event.valueStart < 0 ? '' : this.#library.getScalarValue(this.#text, event);
    const tag = this.#slice(event.tagStart, event.tagEnd);
    if (tag !== undefined) return resolveTaggedScalar(tag, value);
    return event.style === this.#library.SCALAR_STYLE.PLAIN ? resolvePlainScalar(value) : value;
  }

  #addValue({ value, nodes, height }: Node): void {
    const frame = this.#frames.at(-1);
    if (frame === undefined) {
      this.#document = value;
      return;
    }
    frame.nodes += nodes;
    frame.height = Math.max(frame.height, height + 1);
    if (frame.height + this.#frames.length > this.#maxHeight) {
      throw new TooDeepError('yaml: document is nested too deeply');
    }
    if (frame.list) frame.list.push(value);
    else this.#addMember(frame, value);
  }

  #addMember(frame: Frame, value: JsonValue): void {
    const key = frame.key as YamlKey;
    frame.key = undefined;
    if (key.merges) this.#merge(frame, value);
    else this.#set(frame, key, value);
  }

  #merge(frame: Frame, value: JsonValue): void {
    // Of several merged mappings the first one wins, so it is applied last.
    const sources = Array.isArray(value) ? value.toReversed() : [value];
    for (const source of sources) {
      if (!isJsonObject(source)) {
        throw new DecodeError('yaml: map merge requires map or sequence of maps as the value');
      }
      for (const name of Object.keys(source)) this.#set(frame, yamlKey(name), source[name] as JsonValue);
    }
  }

  #set(frame: Frame, { name, shown }: YamlKey, value: JsonValue): void {
    if (Object.hasOwn(frame.object, name) && this.#duplicates.length < maxDuplicates) {
      this.#duplicates.push(`line ${this.#lineOf(frame.valueAt)}: key ${shown} already set in map`);
    }
    setOwn(frame.object, name, value);
  }

  #lineOf(position: number): number {
    let line = 1;
    for (let at = this.#text.indexOf('\n'); at >= 0 && at < position; at = this.#text.indexOf('\n', at + 1)) line++;
    return line;
  }

  #slice(start: number, end: number): string | undefined {
    return start < 0 ? undefined : this.#text.slice(start, end);
  }
}

function expectsKey(frame: Frame): boolean {
  return frame.list === undefined && frame.key === undefined;
}

function jsonOf(scalar: YamlScalar): JsonValue {
  if (typeof scalar !== 'number' || Number.isFinite(scalar)) return scalar;
  const shown = Number.isNaN(scalar) ? 'NaN' : scalar > 0 ? '+Inf' : '-Inf';
  throw new DecodeError(`json: unsupported value: ${shown}`);
}

function copyOf(value: JsonValue): JsonValue {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(copyOf);
  const copy: JsonObject = {};
  for (const key of Object.keys(value)) setOwn(copy, key, copyOf(value[key] as JsonValue));
  return copy;
}
