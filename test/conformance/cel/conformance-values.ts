import type { Type } from '@bufbuild/cel-spec/cel/expr/checked_pb.js';
import type { MapValue, Value } from '@bufbuild/cel-spec/cel/expr/value_pb.js';
import {
  BOOL,
  BYTES,
  CelDuration,
  CelTimestamp,
  CelType,
  type CelValue,
  DOUBLE,
  DURATION,
  DYN,
  doubleOf,
  EntryMap,
  INT,
  intOf,
  listOf,
  mapOf,
  NULL,
  opaqueOf,
  STRING,
  TIMESTAMP,
  typeOfType,
  typeParameter,
  UINT,
  uintOf,
} from '../../../src/apimachinery/cel/index.js';

/** Thrown for values that are protobuf messages. */
export class NeedsProtobuf extends Error {}

/** Converts a value of a cel-spec test case to ours. */
export function celValueOf({ kind }: Value): CelValue {
  switch (kind.case) {
    case 'nullValue':
      return null;
    case 'boolValue':
    case 'stringValue':
      return kind.value;
    case 'int64Value':
      return intOf(kind.value);
    case 'uint64Value':
      return uintOf(kind.value);
    case 'doubleValue':
      return doubleOf(kind.value);
    case 'bytesValue':
      return kind.value;
    case 'listValue':
      return kind.value.values.map(celValueOf);
    case 'mapValue':
      return mapValueOf(kind.value);
    case 'typeValue':
      return new CelType('type', kind.value);
    case 'objectValue':
      return wellKnown(kind.value);
    default:
      throw new NeedsProtobuf(String(kind.case));
  }
}

function mapValueOf({ entries }: MapValue): CelValue {
  return entries.reduce((map, { key, value }) => map.add(celValueOf(key!), celValueOf(value!)), new EntryMap());
}

function wellKnown({ typeUrl, value }: { typeUrl: string; value: Uint8Array }): CelValue {
  const [seconds, nanos] = secondsAndNanos(value);
  if (typeUrl.endsWith('/google.protobuf.Duration')) return new CelDuration(seconds * 1_000_000_000n + nanos);
  if (typeUrl.endsWith('/google.protobuf.Timestamp')) return new CelTimestamp(seconds * 1_000_000_000n + nanos);
  throw new NeedsProtobuf(typeUrl);
}

/** Timestamp and Duration have two fields, both varints. */
function secondsAndNanos(bytes: Uint8Array): [bigint, bigint] {
  const fields = [0n, 0n];
  for (let at = 0; at < bytes.length; ) {
    const field = (bytes[at++]! >> 3) - 1;
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = BigInt(bytes[at++]!);
      value |= (byte & 127n) << shift;
      if (byte < 128n) break;
    }
    fields[field] = BigInt.asIntN(64, value);
  }
  return [fields[0]!, fields[1]!];
}

const PRIMITIVES: readonly (CelType | undefined)[] = [undefined, BOOL, INT, UINT, DOUBLE, STRING, BYTES];
const WELL_KNOWN: readonly (CelType | undefined)[] = [undefined, undefined, TIMESTAMP, DURATION];

const MESSAGES: readonly CelType[] = [TIMESTAMP, DURATION];

/** Converts the declared type of a test case to ours. */
export function typeOfProto({ typeKind }: Type): CelType {
  switch (typeKind.case) {
    case 'dyn':
      return DYN;
    case 'null':
      return NULL;
    case 'primitive':
      return PRIMITIVES[typeKind.value] ?? needsProtobuf('primitive');
    case 'wellKnown':
      return WELL_KNOWN[typeKind.value] ?? needsProtobuf('well-known type');
    case 'listType':
      return listOf(typeOfProto(typeKind.value.elemType!));
    case 'mapType':
      return mapOf(typeOfProto(typeKind.value.keyType!), typeOfProto(typeKind.value.valueType!));
    case 'typeParam':
      return typeParameter(typeKind.value);
    case 'type':
      return typeOfType(typeOfProto(typeKind.value));
    case 'abstractType':
      return opaqueOf(typeKind.value.name, ...typeKind.value.parameterTypes.map(typeOfProto));
    case 'messageType':
      return MESSAGES.find(({ name }) => name === typeKind.value) ?? needsProtobuf(typeKind.value);
    default:
      return needsProtobuf(String(typeKind.case));
  }
}

function needsProtobuf(what: string): never {
  throw new NeedsProtobuf(what);
}
