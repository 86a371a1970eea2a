import { expect, test } from 'vitest';
import { FrameWriter, separate, together } from './frame-writer.js';

const frame = (text: string, bytes: number) => Buffer.alloc(bytes, text);
const lengths = (pieces: Iterable<Buffer>) => [...pieces].map(({ length }) => length);

test('frames are written together, in pieces of limited size, and nothing is lost', () => {
  const frames = ['a', 'b', 'c', 'd', 'e'].map((text) => frame(text, 30_000));
  expect(lengths(together(frames))).toEqual([90_000, 60_000]);
  expect(Buffer.concat([...together(frames)])).toEqual(Buffer.concat(frames));
  expect(lengths(together([frame('a', 100_000), frame('b', 1)]))).toEqual([100_000, 1]);
  expect(lengths(separate(frames))).toEqual([30_000, 30_000, 30_000, 30_000, 30_000]);
});

test('the same frames are put together once', () => {
  const frames = [frame('a', 10), frame('b', 20)];
  const [first] = together(frames);
  const [again] = together([...frames]);
  expect(again).toBe(first);
  const [other] = together([frames[1]!, frames[0]!]);
  expect(other?.toString()).toBe(`${'b'.repeat(20)}${'a'.repeat(10)}`);
});

test('a slow client is waited for before more is written', async () => {
  const written: string[] = [];
  let drain = (): void => undefined;
  const sink = {
    write: (chunk: Buffer) => {
      written.push(chunk.toString());
      return written.length !== 1;
    },
    drained: () =>
      new Promise<void>((resolve) => {
        drain = resolve;
      }),
    pendingBytes: 0,
    closed: new AbortController().signal,
  };
  const writer = new FrameWriter({ sink, events: undefined, pieces: separate });
  writer.writeNow([Buffer.from('a')]);
  expect(writer.isFull).toBe(true);
  const writing = writer.write([Buffer.from('b')]);
  expect(written).toEqual(['a']);
  drain();
  await writing;
  expect([written, writer.isFull]).toEqual([['a', 'b'], false]);
});
