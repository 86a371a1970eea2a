import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { asLine, setResourceVersion } from './object-presentation.js';

const versioned = (text: string, revision: bigint) => setResourceVersion(Buffer.from(text), revision).toString();

describe('an object presented at a revision', () => {
  const cases: [name: string, stored: string, presented: string][] = [
    ['has it first in its metadata', '{"kind":"A","metadata":{"name":"x"}}', '{"kind":"A","metadata":{"resourceVersion":"7","name":"x"}}'],
    ['does not end its line', '{"metadata":{"name":"x"}}\n', '{"metadata":{"resourceVersion":"7","name":"x"}}'],
    ['may have empty metadata', '{"metadata":{}}', '{"metadata":{"resourceVersion":"7"}}'],
    ['is not confused by deeper metadata', '{"data":{"metadata":{"a":[{}]}},"metadata":{}}', '{"data":{"metadata":{"a":[{}]}},"metadata":{"resourceVersion":"7"}}'],
    ['is not confused by quotes and braces in strings', '{"a":"\\"}{\\\\","metadata":{}}', '{"a":"\\"}{\\\\","metadata":{"resourceVersion":"7"}}'],
    ['may have spaces', '{ "a" : 1 , "metadata" : { "name":"x" } }', '{ "a" : 1 , "metadata" : {"resourceVersion":"7", "name":"x" } }'],
    ['gets its old revision replaced', '{"metadata":{"resourceVersion":"123","name":"x"}}', '{"metadata":{"resourceVersion":"7","name":"x"}}'],
    ['gets its only field replaced', '{"metadata":{"resourceVersion":"1"}}', '{"metadata":{"resourceVersion":"7"}}'],
    ['is left alone without metadata', '{"a":[1,{"metadata":{}}]}', '{"a":[1,{"metadata":{}}]}'],
    ['is left alone where it is no object', '[{"metadata":{}}]', '[{"metadata":{}}]'],
    ['is left alone where its metadata is none', '{"metadata":null}', '{"metadata":null}'],
  ]; // biome-ignore format: a table
  test.each(cases)('%s', (_name, stored, presented) => expect(versioned(stored, 7n)).toBe(presented));

  test('is otherwise unchanged, whatever it is, and can be presented again', () => {
    const metadata = fc.dictionary(fc.string(), fc.jsonValue());
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), metadata, fc.string(), (rest, meta, key) => {
        const { resourceVersion: _, ...own } = meta;
        const object = { ...rest, [`${key}!`]: { metadata: {} }, metadata: own };
        const once = versioned(JSON.stringify(object), 41n);
        const expected = { ...object, metadata: { ...own, resourceVersion: '9007199254740993' } };
        expect(JSON.parse(versioned(once, 9007199254740993n))).toEqual(JSON.parse(JSON.stringify(expected)));
      }),
    );
  });

  test('never fails on bytes that are not JSON', () => {
    fc.assert(fc.property(fc.uint8Array(), (bytes) => void setResourceVersion(Buffer.from(bytes), 1n)));
    fc.assert(fc.property(fc.string(), (text) => void versioned(`{"metadata":{${text}`, 1n)));
  });
});

test('an object is a line with the newline behind it, which one that was presented has already', () => {
  const stored = Buffer.from('{"metadata":{"name":"a"}}');
  const presented = setResourceVersion(stored, 7n);
  const line = asLine(presented);
  expect(line.toString()).toBe('{"metadata":{"resourceVersion":"7","name":"a"}}\n');
  expect(line.buffer).toBe(presented.buffer);
  expect(asLine(stored).toString()).toBe('{"metadata":{"name":"a"}}\n');
  expect(setResourceVersion(presented, 8n).toString()).toBe('{"metadata":{"resourceVersion":"8","name":"a"}}');
});
