import { expect, test } from 'vitest';
import type { JsonObject } from '../meta/index.js';
import { cborCodec } from './cbor/index.js';
import { type Codec, jsonCodec, yamlCodec } from './codec.js';
import { protobufCodec } from './protobuf/index.js';
import { findSample } from './protobuf/protobuf.test.support.js';

const text = (bytes: Buffer) => bytes.toString();
/** Keys of maps in CBOR are in random order. */
const decoded = (bytes: Buffer) => cborCodec.decode(bytes);

const forms: [name: string, codec: Codec, pretty: boolean, read: (bytes: Buffer) => unknown][] = [
  ['JSON', jsonCodec, false, text],
  ['indented JSON', jsonCodec, true, text],
  ['YAML', yamlCodec, false, text],
  ['CBOR', cborCodec, false, decoded],
];

const lists: [list: JsonObject & { kind: string; apiVersion: string }, field: string][] = [
  [{ kind: 'ConfigMapList', apiVersion: 'v1', metadata: { resourceVersion: '5', continue: '<a>[' } }, 'items'],
  [{ kind: 'Table', apiVersion: 'meta.k8s.io/v1', metadata: {}, columnDefinitions: [{ name: 'a' }] }, 'rows'],
];
const items: JsonObject[] = [
  { metadata: { name: 'a' }, data: { text: 'line\nline', html: '<&>' } },
  {},
  { list: [1, { b: [[]] }], big: 9007199254740993n },
  { last: 'ends with empty lines\n\n' },
];

test.each(forms)('a list in %s is the same in parts as it is at once', (_name, codec, pretty, read) => {
  for (const [list, field] of lists) {
    for (const some of [items, items.slice(0, 1), items.slice(0, 3)]) {
      const { kind, apiVersion } = list;
      const encoder = codec.lists({ kind, apiVersion, field, pretty });
      const parts = [encoder.items(some.slice(0, 1)), encoder.items(some.slice(1))].filter(({ length }) => length > 0);
      const last = parts.pop()!;
      const end = last.subarray(0, last.length - encoder.separatorLength);
      const head = encoder.head(list, { count: some.length, bytes: 0 });
      const inParts = Buffer.concat([head, ...parts, end, encoder.tail(list, last)]);
      const whole = { ...list, [field]: some };
      expect(read(inParts)).toEqual(read(pretty ? codec.encodePretty!(whole) : codec.encode(whole)));
    }
  }
});

test('a list in protobuf is the same in parts as it is at once', () => {
  const codec = protobufCodec(findSample);
  const list = { kind: 'Sample', apiVersion: 'example.com/v1', metadata: { name: 'a' }, count: 3, path: 'p' };
  const children = [{ metadata: { name: 'b' } }, { path: 'x'.repeat(200) }, { size: 5 }];
  const encoder = codec.lists({ kind: 'Sample', apiVersion: 'example.com/v1', field: 'children' });
  const parts = [encoder.items(children.slice(0, 1)), encoder.items(children.slice(1))];
  const bytes = parts[0]!.length + parts[1]!.length;
  const joined = Buffer.concat([encoder.head(list, { count: 3, bytes }), ...parts, encoder.tail(list, parts[1]!)]);
  expect(joined.toString('hex')).toBe(codec.encode({ ...list, children }).toString('hex'));
});

test('a list of a kind that protobuf does not have cannot be encoded', () => {
  const type = { kind: 'Other', apiVersion: 'v1', field: 'items' };
  expect(() => protobufCodec(findSample).lists(type)).toThrow('object Other does not implement the protobuf');
});
