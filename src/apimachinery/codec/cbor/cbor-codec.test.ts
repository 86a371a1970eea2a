import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonValue } from '../../meta/index.js';
import { DecodeError } from '../decode-error.js';
import { jsonValues } from '../json-values.test.support.js';
import { cborCodec, deterministicCborCodec } from './cbor-codec.js';

const bytesOf = (hex: string): Buffer => Buffer.from(hex.replaceAll(' ', ''), 'hex');
const decodeHex = (hex: string): JsonValue => cborCodec.decode(bytesOf(hex));
const encodeHex = (value: JsonValue): string => cborCodec.encode(value).toString('hex');

describe('encoding', () => {
  test.each<[JsonValue, string]>([
    [{ a: 1 }, 'a1416101'],
    [{ a: { b: [] } }, 'a14161a1416280'],
    ['é', '42c3a9'],
    [null, 'f6'],
    [true, 'f5'],
    [false, 'f4'],
    [23, '17'],
    [24, '1818'],
    [-1, '20'],
    [-500, '3901f3'],
    [65_536, '1a00010000'],
    [Number.MAX_SAFE_INTEGER, '1b001fffffffffffff'],
    [9_223_372_036_854_775_807n, '1b7fffffffffffffff'],
    [-9_223_372_036_854_775_808n, '3b7fffffffffffffff'],
    [1.5, 'f93e00'],
    [2 ** -24, 'f90001'],
    [100_000.5, 'fa47c35040'],
    [1.1, 'fb3ff199999999999a'],
    [1e300, 'fb7e37e43c8800759c'],
  ])('%s', (value, hex) => {
    expect(encodeHex(value)).toBe(`d9d9f7${hex.replaceAll(' ', '')}`);
    expect(cborCodec.decode(cborCodec.encode(value))).toEqual(value);
  });

  test('stored bytes do not depend on the order of keys: shorter ones come first', () => {
    const one = deterministicCborCodec.encode({ bb: 1, c: 2, a: 3 });
    expect(one.toString('hex')).toBe('d9d9f7a3416103416302426262 01'.replace(' ', ''));
    expect(deterministicCborCodec.encode({ a: 3, c: 2, bb: 1 })).toEqual(one);
  });

  test('responses begin anywhere in a map, so that clients do not rely on an order', () => {
    const value = { a: 1, b: 2, c: 3 };
    const encoded = Array.from({ length: 100 }, () => cborCodec.encode(value));
    const orders = new Set(encoded.map((bytes) => Object.keys(cborCodec.decode(bytes) as object).join('')));
    expect(orders).toEqual(new Set(['abc', 'bca', 'cab']));
  });

  test('a member without a value is left out, as in JSON', () => {
    expect(encodeHex({ a: undefined as unknown as JsonValue, b: 1 })).toBe('d9d9f7a1416201');
  });
});

test('every JSON value is the same after a round trip', () => {
  fc.assert(
    fc.property(jsonValues(), (value) => {
      expect(cborCodec.decode(cborCodec.encode(value))).toEqual(value);
    }),
  );
});

describe('decoding', () => {
  test.each([
    ['text strings', 'a161616162', { a: 'b' }],
    ['byte strings', 'a141614162', { a: 'b' }],
    ['a self-described item', 'd9d9f7 a0', {}],
    ['indefinite lengths', 'bf 5f 4161 4162 ff 9f 01 02 ff ff', { ab: [1, 2] }],
    ['a text in chunks', '7f 6161 62c3a9 ff', 'aé'],
    ['bytes for base64', 'd6 43010203', 'AQID'],
    ['bytes for base64url', 'd5 43fffefd', '__79'],
    ['bytes for base16', 'd7 43010203', '010203'],
    ['an expected encoding of all byte strings within', 'd6 82 4101 d7 41ff', ['AQ==', 'ff']],
    ['unknown tags', 'd8ff 01', 1],
    ['a half float', 'f93c00', 1],
    ['a tagged time', 'c0 74 323031332d30332d32315432303a30343a30305a', '2013-03-21T20:04:00Z'],
    ['seconds', 'c1 1a514b67b0', '2013-03-21T20:04:00Z'],
    ['seconds with a fraction', 'c1 fb41d452d9ec200000', '2013-03-21T20:04:00.5Z'],
    ['a float beyond 53 bits', 'fb43e0000000000000', 2 ** 63],
    ['a key that objects inherit', 'a1 695f5f70726f746f5f5f 01', JSON.parse('{"__proto__":1}')],
  ] as [string, string, JsonValue][])('%s', (_name, hex, value) => {
    expect(decodeHex(hex)).toEqual(value);
  });

  test.each([
    ['', 'EOF'],
    ['a1', 'unexpected EOF'],
    ['4361', 'unexpected EOF'],
    ['9bffffffffffffffff', 'cbor: exceeded max number of elements 2147483647 for CBOR array'],
    ['ba00200001', 'cbor: exceeded max number of key-value pairs 2097152 for CBOR map'],
    ['0101', 'cbor: 1 bytes of extraneous data starting at index 1'],
    ['a2 4161 01 6161 02', 'cbor: found duplicate map key "a" at map element index 1'],
    ['a1 01 02', 'cbor: cannot unmarshal positive integer into Go value of type string'],
    [
      '1b8000000000000000',
      "cbor: cannot unmarshal positive integer into Go value of type int64 (9223372036854775808 overflows Go's int64)",
    ],
    [
      '3b8000000000000000',
      "cbor: cannot unmarshal negative integer into Go value of type int64 (-9223372036854775809 overflows Go's int64)",
    ],
    ['c24101', 'cbor: data item of cbor type tag is not accepted by protocol: bignum'],
    ['f97e00', 'cbor: data item of cbor type primitives is not accepted by protocol: floating-point NaN'],
    ['f97c00', 'cbor: data item of cbor type primitives is not accepted by protocol: floating-point infinity'],
    ['f7', 'cbor: data item of cbor type primitives is not accepted by protocol: simple value 23 is not recognized'],
    ['f0', 'cbor: data item of cbor type primitives is not accepted by protocol: simple value 16 is not recognized'],
    ['f810', 'cbor: invalid simple value 16 for type primitives'],
    ['61ff', 'cbor: invalid UTF-8 string'],
    ['ff', 'cbor: unexpected "break" code'],
    ['bf 4161 ff', 'cbor: unexpected "break" code'],
    ['1c', 'cbor: invalid additional information 28 for type positive integer'],
    ['1f', 'cbor: invalid additional information 31 for type positive integer'],
    ['5f 6161 ff', 'cbor: wrong element type UTF-8 text string for indefinite-length byte string'],
    ['5f 5f ff ff', 'cbor: indefinite-length byte string chunk is not definite-length'],
    ['c0 01', 'cbor: tag number 0 must be followed by text string, got positive integer'],
    ['c1 6161', 'cbor: tag number 1 must be followed by integer or floating-point number, got UTF-8 text string'],
  ])('refuses %s', (hex, message) => {
    expect(() => decodeHex(hex)).toThrow(new DecodeError(message));
  });

  test('10,000 levels are read and written without recursion; more are refused', () => {
    const deep = (levels: number) => Buffer.concat([Buffer.alloc(levels, 0x81), Buffer.from([0x01])]);
    const value = cborCodec.decode(deep(10_000));
    expect(cborCodec.encode(value).subarray(3)).toEqual(deep(10_000));
    expect(() => cborCodec.decode(deep(10_001))).toThrow('cbor: exceeded max nested level 10000');
  });

  test('a large document is decoded in steps', async () => {
    const value = Array.from({ length: 30_000 }, (_, index) => ({ name: `item-${index}` }));
    expect(await cborCodec.decodeYielding?.(cborCodec.encode(value))).toEqual({ value, strictErrors: [] });
  });
});
