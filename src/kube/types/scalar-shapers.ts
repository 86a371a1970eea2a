import { formatTime, type JsonValue, parseMicroTime, parseTime, timeProblem } from '../../apimachinery/meta/index.js';
import { Quantity, QuantityError } from '../../apimachinery/validation/index.js';
import { ShapeError } from '../../server/registry/index.js';
import type { Scalar } from './facts.js';
import type { ShapeRun } from './shape-run.js';
import type { Shaper } from './shaper.js';

const minInt32 = -(2 ** 31);
const maxInt32 = 2 ** 31 - 1;

/** A scalar, with the Go name of its type for messages. */
export function scalarShaper(scalar: Scalar, goName: string): Shaper {
  const { accepts, zero } = scalarRules[scalar];
  if (scalar === 'bytes') return bytesShaper(goName);
  // Any value is accepted where there is no type.
  const form = scalar === 'any' ? 'own' : scalar;
  return {
    shape(value, run) {
      if (accepts(value)) return value;
      if (run.convertsIntegers && isWhole(value) && (scalar === 'int32' || scalar === 'int64')) {
        return converted(value, scalar);
      }
      throw run.mismatch({ value, goType: goName, form });
    },
    zero: () => zero,
    empty: scalar === 'any' ? 'null' : 'zero',
    isContainer: false,
  };
}

const scalarRules: Readonly<Record<Scalar, { accepts(value: JsonValue): boolean; zero: JsonValue }>> = {
  string: { accepts: (value) => typeof value === 'string', zero: '' },
  bool: { accepts: (value) => typeof value === 'boolean', zero: false },
  int32: { accepts: isInt32, zero: 0 },
  int64: { accepts: (value) => Number.isSafeInteger(value) || typeof value === 'bigint', zero: 0 },
  float64: { accepts: (value) => typeof value === 'number' || typeof value === 'bigint', zero: 0 },
  bytes: { accepts: (value) => typeof value === 'string', zero: null },
  any: { accepts: () => true, zero: null },
};

function isInt32(value: JsonValue): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= minInt32 && value <= maxInt32;
}

function isWhole(value: JsonValue): value is number | bigint {
  return typeof value === 'bigint' || Number.isInteger(value);
}

const minInt64 = -(2n ** 63n);
const maxInt64 = 2n ** 63n - 1n;

/** Converts like Go: values beyond 64 bits become the minimum; 32-bit values are truncated. */
function converted(value: number | bigint, type: 'int32' | 'int64'): number | bigint {
  const exact = BigInt(value);
  const integer = exact < minInt64 || exact > maxInt64 ? minInt64 : exact;
  return type === 'int32' ? Number(BigInt.asIntN(32, integer)) : integer;
}

function bytesShaper(goName: string): Shaper {
  return {
    shape(value, run) {
      if (typeof value === 'string') return canonicalBase64(value);
      if (Array.isArray(value)) return Buffer.from(value.map((item) => byteOf(item, run))).toString('base64');
      throw run.mismatch({ value, goType: goName, form: 'slice' });
    },
    zero: () => null,
    empty: 'list',
    isContainer: false,
  };
}

/** Decodes an item of a list of numbers, an alternative form of bytes. */
function byteOf(item: JsonValue, run: ShapeRun): number {
  if (item === null) return 0;
  if (typeof item === 'number' && Number.isInteger(item) && item >= 0 && item <= 255) return item;
  throw run.mismatch({ value: item, goType: 'uint8', form: 'uint8' });
}

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Line breaks are ignored, as are trailing bits that do not fill a byte. */
function canonicalBase64(text: string): string {
  const compact = text.includes('\n') || text.includes('\r') ? text.replace(/[\r\n]/g, '') : text;
  if (!base64.test(compact)) throw new ShapeError(`illegal base64 data at input byte ${firstIllegalByte(text)}`);
  return compact.endsWith('=') ? Buffer.from(compact, 'base64').toString('base64') : compact;
}

function firstIllegalByte(text: string): number {
  const wrong = /[^A-Za-z0-9+/\r\n]/.exec(text);
  const length = text.slice(0, wrong?.index).replace(/[\r\n]/g, '').length % 4;
  if (wrong === null) return text.length - (length || 4);
  if (wrong[0] !== '=' || length < 2) return wrong.index;
  const end = afterBreaks(text, wrong.index + 1);
  if (length === 3) return end;
  return text[end] === '=' ? afterBreaks(text, end + 1) : end;
}

function afterBreaks(text: string, from: number): number {
  let at = from;
  while (text[at] === '\n' || text[at] === '\r') at++;
  return at;
}

/** Types with custom marshalling. Their zero value is a struct, so only `omitzero` omits it. */
const ownForm = (shape: Shaper['shape'], zero: JsonValue): Shaper => ({
  shape,
  zero: () => zero,
  empty: 'never',
  isContainer: false,
});

const firstTime = -62_135_596_800_000;

function shapeTime(value: JsonValue, run: ShapeRun): JsonValue {
  if (typeof value !== 'string') throw run.mismatch({ value, goType: 'string', form: 'own' });
  const time = parseTime(value);
  if (time === undefined) throw new ShapeError(timeProblem(value));
  if (isWholeSeconds(value)) return value;
  return time === firstTime ? null : formatTime(time);
}

const wholeSeconds = /^[1-9]\d{3}-.{14}Z$/;

/** Whether a time is already in canonical form. */
function isWholeSeconds(text: string): boolean {
  return text.length === 20 && wholeSeconds.test(text);
}

function shapeMicroTime(value: JsonValue, run: ShapeRun): JsonValue {
  if (typeof value !== 'string') throw run.mismatch({ value, goType: 'string', form: 'own' });
  const time = parseMicroTime(value);
  if (time === undefined) throw new ShapeError(microTimeProblem(value));
  if (time === firstTime) return null;
  const fraction = /[.,](\d{6})/.exec(value)?.[1];
  return `${formatTime(time).slice(0, -1)}.${fraction}Z`;
}

function microTimeProblem(text: string): string {
  if (parseTime(text) === undefined) return timeProblem(text).replace('05Z07:00"', '05.000000Z07:00"');
  const [fraction = ''] = /[.,]\d{6}(?=\d)/.exec(text) ?? [];
  const rest = fraction === '' ? text.slice(19) : text.slice(text.indexOf(fraction) + fraction.length);
  const wanted = fraction === '' ? '.000000' : 'Z07:00';
  return `parsing time "${text}" as "2006-01-02T15:04:05.000000Z07:00": cannot parse "${rest}" as "${wanted}"`;
}

/** A cache of canonical forms: the same few quantities recur. */
const quantities = new Map<JsonValue, string>();
const maxQuantities = 1000;

function shapeQuantity(value: JsonValue): JsonValue {
  const known = quantities.get(value);
  if (known !== undefined) return known;
  const canonical = canonicalQuantity(value);
  if (quantities.size >= maxQuantities) quantities.clear();
  if (canonical.length < 32 && typeof value === 'string' && value.length < 32) quantities.set(value, canonical);
  return canonical;
}

function canonicalQuantity(value: JsonValue): string {
  try {
    return Quantity.fromJson(value).toString();
  } catch (error) {
    if (error instanceof QuantityError) throw new ShapeError(error.message);
    throw error;
  }
}

/** A quantity in a resource list, rounded up to a thousandth. Only the suffixes `n` and `u` are finer. */
export const amountShaper = ownForm((value) => {
  const text = shapeQuantity(value) as string;
  return /[nu]$/.test(text) ? Quantity.parse(text).roundUp(-3).toString() : text;
}, '0');

function shapeIntOrString(value: JsonValue, run: ShapeRun): JsonValue {
  if (typeof value === 'string' || isInt32(value)) return value;
  throw run.mismatch({ value, goType: 'int32', form: 'own' });
}

const anything = ownForm((value) => value, null);

/** Types with custom marshalling, except unions with a schema. */
export const specialShapers: Readonly<Record<string, Shaper>> = {
  'meta/v1.Time': ownForm(shapeTime, null),
  'meta/v1.MicroTime': ownForm(shapeMicroTime, null),
  'meta/v1.FieldsV1': anything,
  'resource.Quantity': ownForm(shapeQuantity, '0'),
  'intstr.IntOrString': ownForm(shapeIntOrString, 0),
  'runtime.RawExtension': anything,
  'apiextensions/v1.JSON': anything,
};
