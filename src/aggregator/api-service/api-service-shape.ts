import { goNumber, isJsonObject, type JsonObject, type JsonValue } from '../../apimachinery/meta/index.js';
import { ShapeError } from '../../server/registry/index.js';

/** Where a value is, as Go's decoder tells it: the struct that holds it, and the way to it. */
interface Place {
  readonly struct: string;
  readonly path: string;
}

/**
 * Reads a value of a field: what the field holds then, or undefined where it is left out of what is written. Puts the
 * paths of fields that there are not into `unknown`. Throws `ShapeError`.
 */
type ReadValue = (value: JsonValue, place: Place, unknown: string[]) => JsonValue | undefined;

interface Field {
  readonly read: ReadValue;
  /** Written although nobody has set it. */
  readonly zero?: JsonValue;
}

const text: Field = { read: (value, place) => expectString(value, place, 'string') || undefined };
const writtenText: Field = { read: (value, place) => expectString(value, place, 'string'), zero: '' };
const flag: Field = {
  read: (value, place) => {
    if (typeof value !== 'boolean') throw mismatch(value, place, 'bool');
    return value || undefined;
  },
};
const integer: Field = { read: expectInt32 };
const writtenInteger: Field = { read: expectInt32, zero: 0 };
const time: Field = { read: (value, place) => expectString(value, place, 'v1.Time'), zero: null };
const bytes: Field = { read: expectBase64 };

const serviceReference = struct('ServiceReference', { namespace: text, name: text, port: integer });

const condition = struct('APIServiceCondition', {
  type: writtenText,
  status: writtenText,
  lastTransitionTime: time,
  reason: text,
  message: text,
});

const spec = struct('APIServiceSpec', {
  service: { read: serviceReference },
  group: text,
  version: text,
  insecureSkipTLSVerify: flag,
  caBundle: bytes,
  groupPriorityMinimum: writtenInteger,
  versionPriority: writtenInteger,
});

const status = struct('APIServiceStatus', { conditions: { read: listOf(condition, '[]v1.APIServiceCondition') } });

const apiService = struct('APIService', {
  apiVersion: text,
  kind: text,
  metadata: { read: (value) => value, zero: {} },
  spec: { read: spec, zero: { groupPriorityMinimum: 0, versionPriority: 0 } },
  status: { read: status, zero: {} },
});

/** Brings what a client sent into the form that the type has, in place; see `ResourceVersion.shape`. */
export function shapeApiService(object: JsonObject): readonly string[] {
  const unknown: string[] = [];
  const shaped = apiService(object, { struct: '', path: '' }, unknown) as JsonObject;
  for (const name of Object.keys(object)) delete object[name];
  Object.assign(object, shaped);
  return unknown;
}

function struct(name: string, fields: Readonly<Record<string, Field>>): ReadValue {
  return (value, place, unknown) => {
    if (!isJsonObject(value)) throw mismatch(value, place, `v1.${name}`);
    const shaped: JsonObject = {};
    for (const [field, { zero }] of Object.entries(fields)) {
      if (zero !== undefined) shaped[field] = structuredClone(zero);
    }
    for (const [field, member] of Object.entries(value)) {
      const path = place.path === '' ? field : `${place.path}.${field}`;
      if (!Object.hasOwn(fields, field)) unknown.push(path);
      else if (member !== null) setRead(shaped, field, fields[field]!.read(member, { struct: name, path }, unknown));
    }
    return shaped;
  };
}

function setRead(shaped: JsonObject, field: string, value: JsonValue | undefined): void {
  if (value === undefined) delete shaped[field];
  else shaped[field] = value;
}

function listOf(read: ReadValue, type: string): ReadValue {
  return (value, place, unknown) => {
    if (!Array.isArray(value)) throw mismatch(value, place, type);
    if (value.length === 0) return undefined;
    return value.map((item, index) => {
      const path = `${place.path}[${index}]`;
      return read(item ?? {}, { struct: place.struct, path }, unknown) as JsonValue;
    });
  };
}

function expectString(value: JsonValue, place: Place, type: string): string {
  if (typeof value !== 'string') throw mismatch(value, place, type);
  return value;
}

const int32Limit = 2 ** 31;

function expectInt32(value: JsonValue, place: Place): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= -int32Limit && value < int32Limit) return value;
  const isNumber = typeof value === 'number' || typeof value === 'bigint';
  throw unreadable(isNumber ? `number ${goNumber(value)}` : kindOf(value), place, 'int32');
}

function expectBase64(value: JsonValue, place: Place): string | undefined {
  const given = expectString(value, place, '[]uint8').replace(/[\r\n]/g, '');
  const digits = given.replace(/={1,2}$/, '');
  const problem = digits.search(/[^A-Za-z0-9+/]/);
  if (problem >= 0 || given.length % 4 !== 0) {
    throw new ShapeError(`illegal base64 data at input byte ${problem < 0 ? digits.length : problem}`);
  }
  return given === '' ? undefined : given;
}

function mismatch(value: JsonValue, place: Place, type: string): ShapeError {
  return unreadable(kindOf(value), place, type);
}

/** Go names the fields of lists without their indexes. */
function unreadable(kind: string, { struct: name, path }: Place, type: string): ShapeError {
  const field = `${name}.${path.replace(/\[\d+\]/g, '')}`;
  return new ShapeError(`json: cannot unmarshal ${kind} into Go struct field ${field} of type ${type}`);
}

function kindOf(value: JsonValue): string {
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'boolean') return 'bool';
  return typeof value === 'bigint' ? 'number' : typeof value;
}
