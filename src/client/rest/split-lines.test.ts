import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LineSplitter } from './split-lines.js';

test('lines are the same however the stream is cut', () => {
  const text = fc
    .array(fc.string({ unit: fc.constantFrom('a', 'é', '\n', '{', '😀') }))
    .map((parts) => parts.join('\n'));
  fc.assert(
    fc.property(text, fc.array(fc.nat(9)), (stream, cuts) => {
      const bytes = Buffer.from(`${stream}\n`);
      const splitter = new LineSplitter();
      const lines: string[] = [];
      let at = 0;
      for (const cut of [...cuts, bytes.length]) {
        for (const line of splitter.push(bytes.subarray(at, at + cut))) lines.push(line.toString());
        at += cut;
      }
      expect(lines).toEqual(stream.split('\n').filter((line) => line !== ''));
    }),
  );
});

test('a line without an end is not one', () => {
  expect([...new LineSplitter().push(Buffer.from('{"type":"ADD'))]).toEqual([]);
});
