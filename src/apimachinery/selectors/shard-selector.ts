// Follows staging/src/k8s.io/apiserver/pkg/sharding/parser.go (v1.36)
// Follows staging/src/k8s.io/apimachinery/pkg/sharding/selector.go (v1.36)

import { goQuote, type JsonObject, metadataOf } from '../meta/index.js';
import { SelectorError } from './selector-error.js';

/** From `start` on, and before `end`: hexadecimal numbers with 16 digits, or 2^64. */
interface ShardRange {
  readonly field: ShardField;
  readonly start: string;
  readonly end: string;
}

type ShardField = 'object.metadata.uid' | 'object.metadata.namespace';

/** Selects objects by the hash of one of their fields, so that clients can share the objects of a resource. */
export class ShardSelector {
  readonly #ranges: readonly [ShardRange, ...ShardRange[]];

  constructor(ranges: readonly [ShardRange, ...ShardRange[]]) {
    this.#ranges = ranges;
  }

  readonly matches = (object: JsonObject): boolean => {
    const { uid = '', namespace = '' } = metadataOf(object);
    const hash = shardHash(this.#ranges[0].field === 'object.metadata.uid' ? uid : namespace);
    return this.#ranges.some(({ start, end }) => !isLess(hash, start) && isLess(hash, end));
  };

  toString(): string {
    return this.#ranges.map(({ field, start, end }) => `shardRange(${field}, '${start}', '${end}')`).join(' || ');
  }
}

/** Parses `shardRange(object.metadata.uid, '0x…', '0x…') || …`. Throws `SelectorError`. */
export function parseShardSelector(text: string): ShardSelector {
  const ranges = text.split('||').map(parseRange) as [ShardRange, ...ShardRange[]];
  const other = ranges.find(({ field }) => field !== ranges[0].field);
  if (!other) return new ShardSelector(ranges);
  const fields = `${goQuote(ranges[0].field)} and ${goQuote(other.field)}`;
  throw new SelectorError(`all shard ranges must use the same field, got ${fields}`);
}

const call = /^\s*([A-Za-z_]\w*)\s*\(([^()]*)\)\s*$/;

function parseRange(text: string): ShardRange {
  const [, name, given = ''] = call.exec(text) ?? [];
  if (name === undefined) throw new SelectorError('CEL parse error: expected shardRange() call or || operator');
  if (name !== 'shardRange') {
    throw new SelectorError(`unsupported function ${goQuote(name)}; only shardRange() and || are allowed`);
  }
  const values = given.trim() === '' ? [] : given.split(',').map((value) => value.trim());
  if (values.length !== 3) {
    throw new SelectorError(`shardRange() requires exactly 3 arguments, got ${values.length}`);
  }
  const [path = '', from = '', to = ''] = values;
  const field = parseField(path);
  const [start, end] = [parseBound(from, 'hexStart'), parseBound(to, 'hexEnd')];
  if (isLess(start, end)) return { field, start, end };
  throw new SelectorError(`shard range start ${start} must be less than end ${end}`);
}

function parseField(path: string): ShardField {
  if (path === 'object.metadata.uid' || path === 'object.metadata.namespace') return path;
  const supported = 'supported: object.metadata.uid, object.metadata.namespace';
  throw new SelectorError(`unsupported field path ${goQuote(path)}; ${supported}`);
}

const literal = /^(?:'([^'\\]*)'|"([^"\\]*)")$/;
const maxDigits = 17;

function parseBound(text: string, name: string): string {
  const [, single, double] = literal.exec(text) ?? [];
  const bound = single ?? double;
  if (bound === undefined) throw new SelectorError(`${name} must be a string literal (e.g. '0xff')`);
  const problem = boundProblem(bound);
  if (problem !== undefined) throw new SelectorError(`${name}${problem}`);
  return bound;
}

function boundProblem(bound: string): string | undefined {
  const quoted = goQuote(bound);
  if (!bound.startsWith('0x')) return ` must have '0x' prefix, got ${quoted}`;
  const digits = bound.slice(2);
  if (digits === '') return ": hex value is required after '0x'";
  if (digits.length > maxDigits) {
    return `: hex value too long (${digits.length} chars, max ${maxDigits}): ${goQuote(digits)}`;
  }
  const [wrong] = /[^0-9a-f]/u.exec(digits) ?? [];
  if (wrong !== undefined) return `: invalid hex character ${goQuote(wrong)} in ${quoted}`;
  if (digits.length === maxDigits) {
    if (bound === '0x10000000000000000') return undefined;
    return `: 17-digit hex value must be '0x10000000000000000' (2^64), got ${quoted}`;
  }
  if (digits.length === 16) return undefined;
  const padded = goQuote(`0x${digits.padStart(16, '0')}`);
  return ` must be a 0x-prefixed 16-digit hex value, got ${quoted} (did you mean ${padded}?)`;
}

function isLess(one: string, other: string): boolean {
  return one.length === other.length ? one < other : one.length < other.length;
}

const two32 = 2 ** 32;

/** FNV-1a of 64 bits, as hexadecimal text. In halves of 32 bits: the prime is 2^40 + 0x1b3. */
export function shardHash(text: string): string {
  let [high, low] = [0xcbf29ce4, 0x84222325];
  for (const byte of Buffer.from(text)) {
    low = (low ^ byte) >>> 0;
    const product = low * 0x1b3;
    high = (high * 0x1b3 + Math.floor(product / two32) + low * 0x100) % two32;
    low = product % two32;
  }
  return `0x${[high, low].map((half) => half.toString(16).padStart(8, '0')).join('')}`;
}
