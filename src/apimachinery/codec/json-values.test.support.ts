import fc from 'fast-check';
import { type JsonObject, type JsonValue, setOwn } from '../meta/index.js';
import { asInteger } from './json-number.js';

const keys = fc.oneof(fc.string({ maxLength: 8 }), fc.constantFrom('__proto__', 'a', 'b', '1', 'y', '~', '<<', 'a: b'));

/** Strings without lone surrogates, which UTF-8 cannot represent. */
const strings = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom('', 'yes', '0x1f', '1_000', '2026-01-01', ' a', 'a\nb\n', '\n', '<&>', '\u2028', '- a', '# a', '1e3'),
);

const numbers: fc.Arbitrary<number | bigint> = fc.oneof(
  fc.integer(),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map((value) => asInteger(value) as number | bigint),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(canonicalDouble),
);

/** Documents as returned by `decodeJson`. */
export function jsonValues(): fc.Arbitrary<JsonValue> {
  return fc.letrec<{ value: JsonValue; list: JsonValue[]; object: JsonObject }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 5, withCrossShrink: true },
      fc.constantFrom<JsonValue[]>(null, true, false),
      numbers,
      strings,
      tie('list'),
      tie('object'),
    ),
    list: fc.array(tie('value'), { maxLength: 5 }),
    object: jsonObjectOf(tie('value')),
  })).value;
}

function jsonObjectOf(values: fc.Arbitrary<JsonValue>): fc.Arbitrary<JsonObject> {
  return fc.uniqueArray(fc.tuple(keys, values), { selector: ([key]) => key, maxLength: 5 }).map((members) => {
    const object: JsonObject = {};
    for (const [key, value] of members) setOwn(object, key, value);
    return object;
  });
}

function canonicalDouble(value: number): number | bigint {
  if (!Number.isInteger(value) || Number.isSafeInteger(value)) return value === 0 ? 0 : value;
  return asInteger(BigInt(value)) ?? value;
}
