// Follows vendor/github.com/google/cel-go/common/stdlib/standard.go (v1.36)
// Follows vendor/github.com/google/cel-go/common/overloads/overloads.go (v1.36)

import { traversal } from '../cost/estimates.js';
import { traversalCost } from '../cost/sizes.js';
import { defineFunction, type FunctionDeclaration, overload } from '../declarations.js';
import { CelFailure } from '../failure.js';
import {
  doubleToInt,
  doubleToUint,
  formatDouble,
  intToDouble,
  parseDouble,
  parseInt64,
  parseUint64,
} from '../numbers.js';
import type { Overload } from '../syntax/ast.js';
import {
  floorDivide,
  formatDuration,
  formatTimestamp,
  NANOSECONDS_PER_SECOND,
  parseDuration,
  parseTimestamp,
  timestampOf,
} from '../time.js';
import { type CelType, typeOfType, typeParameter } from '../types.js';
import {
  BOOL,
  BYTES,
  type CelValue,
  DOUBLE,
  DURATION,
  DYN,
  doubleOf,
  INT,
  intOf,
  STRING,
  TIMESTAMP,
  typeOf,
  UINT,
  uintOf,
} from '../values.js';

const A = typeParameter('A') as CelType<CelValue>;

function identity<T>(id: string, type: CelType<T>): Overload {
  return overload({ id, parameters: [type], result: type, evaluate: (value) => value as T });
}

function parseBool(text: string): boolean {
  if (/^(?:1|t|T|TRUE|true|True)$/.test(text)) return true;
  if (/^(?:0|f|F|FALSE|false|False)$/.test(text)) return false;
  throw new CelFailure("type conversion error from 'string' to 'bool'");
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new CelFailure('invalid UTF-8 in bytes, cannot convert to string');
  }
}

export const conversions = (): readonly FunctionDeclaration[] => [
  defineFunction('type', overload({ id: 'type', parameters: [A], result: typeOfType(A), evaluate: typeOf })),
  defineFunction('dyn', overload({ id: 'to_dyn', parameters: [A], result: DYN, evaluate: (value) => value })),
  defineFunction(
    'bool',
    identity('bool_to_bool', BOOL),
    overload({ id: 'string_to_bool', parameters: [STRING], result: BOOL, evaluate: parseBool }),
  ),
  defineFunction(
    'bytes',
    identity('bytes_to_bytes', BYTES),
    overload({
      id: 'string_to_bytes',
      parameters: [STRING],
      result: BYTES,
      evaluate: (text) => Buffer.from(text, 'utf8'),
      cost: traversalCost,
      // A character is at most four bytes.
      estimate: ({ operands: [text] }) => ({
        cost: traversal(text!.size),
        resultSize: { min: text!.size.min, max: text!.size.max * 4 },
      }),
    }),
  ),
  defineFunction(
    'double',
    identity('double_to_double', DOUBLE),
    overload({ id: 'int64_to_double', parameters: [INT], result: DOUBLE, evaluate: intToDouble }),
    overload({ id: 'string_to_double', parameters: [STRING], result: DOUBLE, evaluate: parseDouble }),
    overload({
      id: 'uint64_to_double',
      parameters: [UINT],
      result: DOUBLE,
      evaluate: ({ value }) => doubleOf(Number(value)),
    }),
  ),
  defineFunction(
    'duration',
    identity('duration_to_duration', DURATION),
    overload({ id: 'string_to_duration', parameters: [STRING], result: DURATION, evaluate: parseDuration }),
  ),
  defineFunction(
    'int',
    identity('int64_to_int64', INT),
    overload({ id: 'double_to_int64', parameters: [DOUBLE], result: INT, evaluate: doubleToInt }),
    overload({
      id: 'duration_to_int64',
      parameters: [DURATION],
      result: INT,
      evaluate: ({ nanoseconds }) => intOf(nanoseconds),
    }),
    overload({ id: 'string_to_int64', parameters: [STRING], result: INT, evaluate: parseInt64 }),
    overload({
      id: 'timestamp_to_int64',
      parameters: [TIMESTAMP],
      result: INT,
      evaluate: ({ nanoseconds }) => intOf(floorDivide(nanoseconds, NANOSECONDS_PER_SECOND)),
    }),
    overload({ id: 'uint64_to_int64', parameters: [UINT], result: INT, evaluate: ({ value }) => intOf(value) }),
  ),
  defineFunction(
    'string',
    identity('string_to_string', STRING),
    overload({ id: 'bool_to_string', parameters: [BOOL], result: STRING, evaluate: String }),
    overload({
      id: 'bytes_to_string',
      parameters: [BYTES],
      result: STRING,
      evaluate: decodeUtf8,
      cost: traversalCost,
      estimate: ({ operands: [bytes] }) => ({
        cost: traversal(bytes!.size),
        resultSize: { min: Math.floor(bytes!.size.min / 4), max: bytes!.size.max },
      }),
    }),
    overload({ id: 'double_to_string', parameters: [DOUBLE], result: STRING, evaluate: formatDouble }),
    overload({ id: 'duration_to_string', parameters: [DURATION], result: STRING, evaluate: formatDuration }),
    overload({ id: 'int64_to_string', parameters: [INT], result: STRING, evaluate: String }),
    overload({ id: 'timestamp_to_string', parameters: [TIMESTAMP], result: STRING, evaluate: formatTimestamp }),
    overload({ id: 'uint64_to_string', parameters: [UINT], result: STRING, evaluate: ({ value }) => String(value) }),
  ),
  defineFunction(
    'timestamp',
    identity('timestamp_to_timestamp', TIMESTAMP),
    overload({
      id: 'int64_to_timestamp',
      parameters: [INT],
      result: TIMESTAMP,
      evaluate: (seconds) => timestampOf(BigInt(seconds) * NANOSECONDS_PER_SECOND),
    }),
    overload({ id: 'string_to_timestamp', parameters: [STRING], result: TIMESTAMP, evaluate: parseTimestamp }),
  ),
  defineFunction(
    'uint',
    identity('uint64_to_uint64', UINT),
    overload({ id: 'double_to_uint64', parameters: [DOUBLE], result: UINT, evaluate: doubleToUint }),
    overload({ id: 'int64_to_uint64', parameters: [INT], result: UINT, evaluate: (value) => uintOf(BigInt(value)) }),
    overload({ id: 'string_to_uint64', parameters: [STRING], result: UINT, evaluate: parseUint64 }),
  ),
];
