import { isIP } from 'node:net';
import { formatDuration, parseDuration } from '../../apimachinery/meta/index.js';
import type { Flag, FlagTable, FlagTypes, FlagValues } from './flag.js';

type Value = FlagTypes[keyof FlagTypes];

/** The value of a flag after one more occurrence on the command line. Throws an Error that states the problem. */
export function readFlagValue(flag: Flag, text: string, before: Value | undefined): Value {
  switch (flag.type) {
    case 'bool':
      return readBoolean(text);
    case 'int':
      return readInteger(text);
    case 'float':
      return readFloat(text);
    case 'duration':
      return readDuration(text);
    case 'string':
      return text;
    case 'optional':
      return truths.has(text) ? 'true' : falsehoods.has(text) ? 'false' : text;
    case 'ip':
      return readAddress(text);
    case 'strings':
      return [...((before ?? []) as readonly string[]), ...splitList(text)];
    case 'ints':
      return [...((before ?? []) as readonly number[]), ...text.split(',').map(readInteger)];
    case 'stringArray':
      return [...((before ?? []) as readonly string[]), text];
    case 'map':
      return new Map([...((before ?? new Map()) as ReadonlyMap<string, string>), ...splitList(text).map(readPair)]);
    case 'stringMap':
      return new Map([...((before ?? new Map()) as ReadonlyMap<string, string>), ...pairsOf(text)]);
    case 'multimap':
      return withMembers((before ?? new Map()) as ReadonlyMap<string, readonly string[]>, text);
  }
}

const truths = new Set(['1', 't', 'T', 'true', 'TRUE', 'True']);
const falsehoods = new Set(['0', 'f', 'F', 'false', 'FALSE', 'False']);

function readBoolean(text: string): boolean {
  if (truths.has(text)) return true;
  if (falsehoods.has(text)) return false;
  throw new Error('must be true or false');
}

function readInteger(text: string): number {
  const value = /^[+-]?(?:\d+|0x[\da-f]+)$/i.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(value)) throw new Error('must be a whole number');
  return value;
}

function readFloat(text: string): number {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (!Number.isFinite(value)) throw new Error('must be a number');
  return value;
}

function readDuration(text: string): number {
  const milliseconds = parseDuration(text);
  if (milliseconds === undefined) throw new Error('must be a duration such as 90s or 1h30m');
  return milliseconds;
}

function readAddress(text: string): string {
  if (isIP(text) === 0) throw new Error('must be an IP address');
  return text;
}

/** A key without `=` has an empty value. */
function readPair(text: string): [string, string] {
  const equals = text.indexOf('=');
  if (equals < 0) return [text.trim(), ''];
  return [text.slice(0, equals).trim(), text.slice(equals + 1).trim()];
}

function pairsOf(text: string): [string, string][] {
  const pairs = text.split('=').length === 2 ? [text.replace(/^"|"$/g, '')] : splitList(text);
  return pairs.map((pair) => {
    const equals = pair.indexOf('=');
    if (equals < 0) throw new Error(`${pair} must be formatted as key=value`);
    return [pair.slice(0, equals), pair.slice(equals + 1)];
  });
}

function withMembers(before: ReadonlyMap<string, readonly string[]>, text: string): Map<string, readonly string[]> {
  const map = new Map(before);
  for (const pair of text.split(',')) {
    if (pair === '') continue;
    const colon = pair.indexOf(':');
    const key = pair.slice(0, Math.max(0, colon)).trim();
    map.set(key, [...(map.get(key) ?? []), pair.slice(colon + 1).trim()]);
  }
  return map;
}

/** As in CSV: a quoted value may contain commas. */
function splitList(text: string): string[] {
  if (text === '') return [];
  if (!text.includes('"')) return text.split(',');
  return [...text.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, bare]) => quoted?.replaceAll('""', '"') ?? bare ?? '',
  );
}

/** The printable form of a value; by default, of the flag's default. */
export function showFlagValue({ type, default: byDefault }: Flag, value: Value = byDefault): string {
  switch (type) {
    case 'duration':
      return formatDuration(value as number);
    case 'strings':
    case 'ints':
    case 'stringArray':
      return `[${(value as readonly (string | number)[]).join(',')}]`;
    case 'map':
    case 'stringMap':
      return [...(value as ReadonlyMap<string, string>)].map(([key, member]) => `${key}=${member}`).join(',');
    case 'multimap':
      return [...(value as ReadonlyMap<string, readonly string[]>)]
        .sort(([left], [right]) => (left < right ? -1 : 1))
        .flatMap(([key, members]) => members.map((member) => `${key}:${member}`))
        .join(',');
    default:
      return String(value);
  }
}

/** All flags of a table, by name, in printable form. */
export function showFlagValues<Table extends FlagTable>(
  table: Table,
  values: FlagValues<Table>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(table).map(([name, flag]) => [name, showFlagValue(flag, values[name] as Value)]),
  );
}
