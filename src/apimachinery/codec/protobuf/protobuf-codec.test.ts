import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../../meta/index.js';
import { StatusError } from '../../status/index.js';
import { standardCodecs } from '../codec-registry.js';
import { DecodeError } from '../decode-error.js';
import { negotiateInput, negotiateOutput, negotiateStream } from '../negotiation.js';
import { findSample } from './protobuf.test.support.js';
import { protobufCodec } from './protobuf-codec.js';

const codec = protobufCodec(findSample);
const type = { kind: 'Sample', apiVersion: 'example.com/v1' };
const magic = '6b387300';
/** The envelope of a Sample with these bytes, in hexadecimal. */
const envelope = (raw: string) => {
  const typeMeta = `0a0e${Buffer.from('example.com/v1').toString('hex')}1206${Buffer.from('Sample').toString('hex')}`;
  const length = (hex: string) => (hex.length / 2).toString(16).padStart(2, '0');
  return Buffer.from(`${magic}0a${length(typeMeta)}${typeMeta}12${length(raw)}${raw}`, 'hex');
};
const read = (raw: string) => codec.decode(envelope(raw)) as JsonObject;
const back = (rest: JsonObject) => {
  const {
    kind: _kind,
    apiVersion: _version,
    metadata: _metadata,
    ...object
  } = codec.decode(codec.encode({ ...type, ...rest })) as JsonObject;
  return object;
};

describe('an object', () => {
  test('is in an envelope that says its kind', () => {
    const bytes = codec.encode({ kind: 'Status', apiVersion: 'v1', message: 'hi' });
    expect(bytes.toString('hex')).toBe(`${magic}0a0c0a02763112065374617475731204${'1a026869'}1a002200`);
    expect(codec.decode(bytes)).toEqual({ kind: 'Status', apiVersion: 'v1', message: 'hi' });
  });

  test('has zeros for what is no pointer, and fields by number', () => {
    const text = codec.encode({ ...type, metadata: { labels: { b: '2', a: '1' } } }).toString('hex');
    const labels = '5a060a01611201315a060a0162120132';
    const metadata = `0a14${'0a00'}${'4200'}${labels}`;
    expect(text).toContain(`${metadata}${'12021000'}${'1800'}${'2000'}1a002200`);
  });

  test.each<[string, JsonObject]>([
    ['texts of many bytes', { names: ['', 'a', 'ü€😀', 'x'.repeat(300), `${'x'.repeat(20)}ü`] }],
    [
      'integers',
      { count: -5, size: -(2 ** 40), numbers: [0, 127, 128, 2 ** 31, -1, 2 ** 53 - 1, 2n ** 63n - 1n, -(2n ** 63n)] },
    ],
    ['floating point numbers', { ratio: -1.5 }],
    ['bytes', { blob: 'AAEC/w==', blobs: { a: 'AA==', b: '' } }],
    ['pointers to what is empty', { path: '', child: { metadata: {} }, ratio: 0 }],
    ['messages in messages', { child: { metadata: { name: 'a' }, flag: true, path: 'p' }, path: 'q', size: 5 }],
    ['lists of messages', { children: [{ metadata: { name: 'a' } }, { metadata: {}, count: 1 }] }],
    ['maps with strange keys', { extra: JSON.parse('{"__proto__":["x"],"constructor":[],"a":["b","c"]}') }],
    ['quantities', { amounts: { cpu: '500m', memory: '1Gi' } }],
    ['numbers or texts', { port: 'http' }],
    ['numbers or texts that are numbers', { port: 80 }],
    ['times with microseconds', { moment: '2024-01-02T03:04:05.000678Z' }],
    ['documents', { anything: { a: [1, null, { b: '<' }] } }],
    ['booleans or objects: true', { either: true }],
    ['booleans or objects: false', { either: false }],
    ['booleans or objects: an object', { either: { path: 'p', size: 1 } }],
    ['objects or lists: a list', { several: ['a', 'b'] }],
    ['objects or lists: an object', { several: { size: 2 } }],
  ])('keeps %s', (_what, rest) => {
    expect(clean(back(rest))).toEqual(clean(rest));
  });

  test('times have no fractions, and none at all is null', () => {
    const created = (value: JsonValue) =>
      (codec.decode(codec.encode({ ...type, metadata: { created: value } })) as { metadata: JsonObject }).metadata[
        'created'
      ];
    expect(created('2024-01-02T03:04:05.678Z')).toBe('2024-01-02T03:04:05Z');
    expect(created('1900-01-02T03:04:05Z')).toBe('1900-01-02T03:04:05Z');
    expect(created(null)).toBeNull();
  });

  test('of an unknown kind cannot be written', () => {
    const problem = 'object Other does not implement the protobuf marshalling interface and cannot be encoded to a';
    const write = () => codec.encode({ kind: 'Other', apiVersion: 'v1' });
    expect(write).toThrow(`${problem} protobuf message`);
    expect(write).toThrow(StatusError);
    expect(codec.encode({ kind: 'Status', apiVersion: 'v1' }).length).toBeGreaterThan(0);
  });

  test('of an unknown kind says only that when it is read', () => {
    const bytes = Buffer.from(`${magic}0a0b0a02763112054f746865721203ffffff`, 'hex');
    expect(codec.decode(bytes)).toEqual({ kind: 'Other', apiVersion: 'v1' });
  });

  test('that is too deep cannot be written', () => {
    let object: JsonObject = {};
    for (let depth = 0; depth < 9000; depth++) object = { child: object };
    expect(() => codec.encode({ ...type, ...object })).toThrow('nested too deeply to be written as protobuf');
  });

  test('can be larger than any other', () => {
    const names = Array.from({ length: 50_000 }, (_value, index) => `name-${index}-${'x'.repeat(20)}`);
    expect(back({ names })['names']).toEqual(names);
  });
});

/** Removes the fields that a nested Sample always has. */
function clean(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(clean);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([key]) => key !== 'metadata' && key !== 'created');
  const copy: JsonObject = {};
  for (const [key, item] of entries) {
    Object.defineProperty(copy, key, { value: clean(item), enumerable: true, writable: true, configurable: true });
  }
  return copy;
}

describe('what is read', () => {
  test('may have fields that the kind does not have, of every wire type', () => {
    const unknown = ['a00601', 'a1060102030405060708', 'a20602ffff', 'a306a80601a406', 'a50601020304'];
    expect(read(`${unknown.join('')}2005`)).toEqual({ ...type, count: 5 });
  });

  test('may have a message in several parts', () => {
    expect(read('0a030a01610a055a030a0162')['metadata']).toEqual({ name: 'a', labels: { b: '' } });
  });

  test('may have numbers in one piece', () => {
    expect(read('420301ac02')['numbers']).toEqual([1, 300]);
  });

  test.each([
    ['no bytes', '', 'empty data'],
    [
      'something else',
      Buffer.from('{"kind":"Status"}').toString('hex'),
      'provided data does not appear to be a protobuf message, expected prefix [107 56 115 0]',
    ],
    [
      'part of the beginning',
      '6b38',
      'provided data does not appear to be a protobuf message, expected prefix [107 56 115 0]',
    ],
    ['nothing but the beginning', magic, 'empty body'],
    ['an envelope that ends early', `${magic}0aff01`, 'unexpected EOF'],
  ])('is refused where it is %s', (_what, bytes, message) => {
    expect(() => codec.decode(Buffer.from(bytes, 'hex'))).toThrow(new DecodeError(message));
  });

  test.each([
    ['a text that is longer than the message', '0a050a0a6162', 'unexpected EOF'],
    ['a number that does not end', '20ff', 'unexpected EOF'],
    ['a number of more than 64 bits', '20ffffffffffffffffffff01', 'proto: integer overflow'],
    ['a length that is negative', '0affffffffffffffffff01', 'proto: negative length found during unmarshaling'],
    ['a number where a message belongs', '0805', 'proto: wrong wireType = 0 for field Metadata'],
    ['a text where a number belongs', '2201', 'proto: wrong wireType = 2 for field Count'],
    ['the end of a group that never began', 'a406', 'proto: Sample: wiretype end group for non-group'],
    ['the field 0', '0201', 'proto: Sample: illegal tag 0 (wire type 2)'],
    ['a wire type that there is not', 'a60600', 'proto: illegal wireType 6'],
    ['a group that does not end', 'a306', 'unexpected EOF'],
  ])('is refused where it has %s', (_what, raw, message) => {
    expect(() => read(raw)).toThrow(new DecodeError(message));
  });

  test('is refused where it is too deep', () => {
    const parts: Buffer[] = [];
    for (let depth = 0, length = 0; depth < 100_000; depth++) {
      const head = headOf(9, length);
      parts.push(head);
      length += head.length;
    }
    const raw = Buffer.concat(parts.reverse());
    const typeMeta = envelope('').subarray(4, -2);
    const bytes = Buffer.concat([Buffer.from(magic, 'hex'), typeMeta, headOf(2, raw.length), raw]);
    expect(() => codec.decode(bytes)).toThrow(DecodeError);
  });

  test('may not be larger than allowed', () => {
    expect(() => codec.decode(Buffer.alloc(11), { maxBytes: 10 })).toThrow(StatusError);
  });

  test('never fails in another way, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        try {
          read(Buffer.from(bytes).toString('hex'));
        } catch (error) {
          expect(error).toBeInstanceOf(DecodeError);
        }
      }),
    );
  });
});

/** The tag and length of a field. */
function headOf(number: number, length: number): Buffer {
  const head = [(number << 3) | 2];
  let rest = length;
  for (; rest >= 0x80; rest >>>= 7) head.push((rest & 0x7f) | 0x80);
  return Buffer.from([...head, rest]);
}

test('a watch event is a message without an envelope around the object in its own', () => {
  const object = { kind: 'Status', apiVersion: 'v1', message: 'hi' };
  const inner = codec.encode(object).toString('hex');
  const raw = `0a${(inner.length / 2).toString(16)}${inner}`;
  const event = `0a054144444544${'12'}${(raw.length / 2).toString(16)}${raw}`;
  const bytes = codec.encode({ type: 'ADDED', object });
  expect(bytes.toString('hex')).toBe(event);
  expect(codec.stream?.head(bytes.length).toString('hex')).toBe(`000000${bytes.length.toString(16)}`);
});

describe('negotiation', () => {
  const registry = standardCodecs.with(codec);
  const mediaType = 'application/vnd.kubernetes.protobuf';
  test('negotiates responses, requests and streams', () => {
    expect(negotiateOutput(registry, { accept: `${mediaType},application/json` }).codec).toBe(codec);
    expect(negotiateInput(registry, mediaType)).toBe(codec);
    const { stream } = negotiateStream(registry, `${mediaType};stream=watch`);
    expect(stream.contentType).toBe('application/vnd.kubernetes.protobuf;stream=watch');
  });

  test('does not for browsers, which are not authenticated', () => {
    const { codec: chosen, pretty } = negotiateOutput(registry, { accept: mediaType, userAgent: 'curl/8' });
    expect([chosen.mediaType, pretty]).toEqual([mediaType, false]);
  });
});
