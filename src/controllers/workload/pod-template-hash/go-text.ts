// Follows vendor/github.com/davecgh/go-spew/spew/format.go (v1.36)
// Follows vendor/k8s.io/utils/dump/dump.go (v1.36)
import { compareBytes, isJsonObject, type JsonValue } from '../../../apimachinery/meta/index.js';
import { parseQuantity } from '../../../apimachinery/validation/index.js';
import { type GoType, goType } from './go-type.js';

type Value = JsonValue | undefined;

/**
 * Prints a value like Go's spew with `%#v`: all fields with their types. Empty lists and maps are nil, as after a trip
 * through protobuf.
 */
export function goText(type: string, value: Value): string {
  return typed(goType(type), value);
}

function typed(type: GoType, value: Value): string {
  return `(${type.text})${untyped(type, value)}`;
}

function untyped(type: GoType, value: Value): string {
  switch (type.form) {
    case 'string':
      return typeof value === 'string' ? value : '';
    case 'bool':
      return value === true ? 'true' : 'false';
    case 'integer':
      return typeof value === 'number' || typeof value === 'bigint' ? String(value) : '0';
    case 'pointer':
      return isNil(value) ? '<nil>' : untyped(type.of, value);
    case 'list':
      return listText(type.of, value);
    case 'map':
      return mapText(type.of, value);
    case 'struct':
      return structText(type.fields, value);
    case 'opaque':
      return opaqueText(type.text, value);
  }
}

function isNil(value: Value): value is null | undefined {
  return value === undefined || value === null;
}

function listText(item: GoType, value: Value): string {
  if (typeof value === 'string' && value !== '') return `[${[...Buffer.from(value, 'base64')].join(' ')}]`;
  if (!Array.isArray(value) || value.length === 0) return '<nil>';
  return `[${value.map((entry) => elementText(item, entry)).join(' ')}]`;
}

function mapText(item: GoType, value: Value): string {
  if (!isJsonObject(value)) return '<nil>';
  const keys = Object.keys(value).sort(compareBytes);
  if (keys.length === 0) return '<nil>';
  return `map[${keys.map((key) => `${key}:${elementText(item, value[key])}`).join(' ')}]`;
}

/** Elements are printed without their type; a pointer says that it is one. */
function elementText(type: GoType, value: Value): string {
  return type.form === 'pointer' && !isNil(value) ? `<*>${untyped(type.of, value)}` : untyped(type, value);
}

function structText(fields: Extract<GoType, { form: 'struct' }>['fields'], value: Value): string {
  const members = isJsonObject(value) ? value : {};
  const texts = fields.map(({ name, json, type }) => `${name}:${typed(type, json === '' ? members : members[json])}`);
  return `{${texts.join(' ')}}`;
}

/** Structs whose fields are not exported. */
function opaqueText(type: string, value: Value): string {
  switch (type) {
    case 'resource.Quantity':
      return quantityText(isNil(value) ? undefined : String(value));
    case 'intstr.IntOrString':
      return intOrStringText(value ?? 0);
    case 'v1.Time':
      return '{Time:(time.Time){wall:(uint64)0 ext:(int64)0 loc:(*time.Location)<nil>}}';
    default:
      return '<nil>';
  }
}

function intOrStringText(value: JsonValue): string {
  const [kind, number, text] = typeof value === 'string' ? [1, 0, value] : [0, value, ''];
  return `{Type:(intstr.Type)${kind} IntVal:(int32)${number} StrVal:(string)${text}}`;
}

function quantityText(text: string | undefined): string {
  const parsed = text === undefined ? undefined : parseQuantity(text);
  const isBig = parsed?.isBig ?? false;
  const [value, scale] = parsed && !isBig ? [parsed.unscaled, parsed.scale] : [0n, 0];
  const big = parsed && isBig ? bigText(parsed.unscaled * 10n ** BigInt(bigScale + parsed.scale)) : '<nil>';
  return (
    `{i:(resource.int64Amount){value:(int64)${value} scale:(resource.Scale)${scale}} ` +
    `d:(resource.infDecAmount){Dec:(*inf.Dec)${big}} ` +
    `s:(string)${parsed?.text ?? ''} Format:(resource.Format)${parsed?.format ?? ''}}`
  );
}

/** Big decimals have been rounded to billionths. */
const bigScale = 9;

/** Big integers are printed as their 64-bit words, the lowest first. */
function bigText(unscaled: bigint): string {
  const words: string[] = [];
  for (let rest = unscaled < 0n ? -unscaled : unscaled; rest > 0n; rest >>= 64n) words.push(String(rest % 2n ** 64n));
  const digits = words.length === 0 ? '<nil>' : `[${words.join(' ')}]`;
  return `{unscaled:(big.Int){neg:(bool)${unscaled < 0n} abs:(big.nat)${digits}} scale:(inf.Scale)${bigScale}}`;
}
