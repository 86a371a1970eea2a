import { expect, test } from 'vitest';
import type { CacheBatch, Delivery } from '../../../storage/cacher/index.js';
import { FrameWriter, separate, together } from './frame-writer.js';
import type { StoredFrames } from './stored-frames.js';

const frame = (text: string, bytes: number) => Buffer.alloc(bytes, text);
const lengths = (pieces: Iterable<Buffer>) => [...pieces].map(({ length }) => length);

test('frames are written together, in pieces of limited size, and nothing is lost', () => {
  const frames = ['a', 'b', 'c', 'd', 'e'].map((text) => frame(text, 30_000));
  expect(lengths(together(frames))).toEqual([90_000, 60_000]);
  expect(Buffer.concat([...together(frames)])).toEqual(Buffer.concat(frames));
  expect(lengths(together([frame('a', 100_000), frame('b', 1)]))).toEqual([100_000, 1]);
  expect(lengths(separate(frames))).toEqual([30_000, 30_000, 30_000, 30_000, 30_000]);
});

function slowClient() {
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
  return { sink, written, drain: () => drain() };
}

test('a slow client is waited for before more is written', async () => {
  const { sink, written, drain } = slowClient();
  const writer = new FrameWriter({ sink, events: undefined, stored: undefined, pieces: separate });
  await writer.write([Buffer.from('a')]);
  const writing = writer.write([Buffer.from('b')]);
  expect(written).toEqual(['a']);
  drain();
  await writing;
  expect(written).toEqual(['a', 'b']);
});

test('stored frames are taken at once, as long as the client keeps up', async () => {
  const { sink, written, drain } = slowClient();
  const piece = { frames: [Buffer.from('a'), Buffer.from('b')], bytes: Buffer.from('ab') };
  const stored = { pieceOf: ({ deliveries }: CacheBatch) => (deliveries.length > 2 ? undefined : piece) };
  const writer = new FrameWriter({ sink, events: undefined, stored: stored as StoredFrames, pieces: together });
  const batch: CacheBatch = { revision: 1n, deliveries: [] };
  expect(writer.accept({ ...batch, bookmark: 'progress' })).toBe(false);
  expect(writer.accept({ ...batch, deliveries: new Array<Delivery>(3) })).toBe(false);
  expect([writer.accept(batch), written]).toEqual([true, ['ab']]);
  expect([writer.accept(batch), written]).toEqual([false, ['ab']]);
  const writing = writer.write([Buffer.from('c')]);
  drain();
  await writing;
  expect([writer.accept(batch), written]).toEqual([true, ['ab', 'c', 'ab']]);
});
