import { describe, expect, test } from 'vitest';
import { ManualClock, settle } from '../../apimachinery/clock/manual-clock.test.support.js';
import { type BatchOptions, BufferedBackend } from './buffered-backend.js';
import { problems, recordOf, TestBackend } from './records.test.support.js';

function buffered(options: Partial<BatchOptions> = {}) {
  const clock = new ManualClock();
  const backend = new TestBackend();
  const { lost, onProblem } = problems();
  const batching = {
    bufferSize: 100,
    maxBatchSize: 3,
    maxBatchWaitMilliseconds: 30_000,
    throttle: undefined,
    concurrent: true,
    ...options,
  };
  const buffer = new BufferedBackend(backend, batching, { clock, onProblem });
  const put = (...ids: string[]) => ids.map((id) => buffer.process([recordOf(id)]));
  return { buffer, backend, clock, lost, put };
}

describe('records in batch mode', () => {
  test('go on when there are enough of them', async () => {
    const { backend, put } = buffered();
    expect(put('a', 'b', 'c', 'd')).toEqual([true, true, true, true]);
    expect(backend.batches).toEqual([]);
    await settle();
    expect(backend.batches).toEqual([['a', 'b', 'c']]);
  });

  test('go on when they have waited for long enough', async () => {
    const { backend, clock, put } = buffered();
    put('a');
    await clock.advance(29_000);
    put('b');
    await clock.advance(999);
    expect(backend.batches).toEqual([]);
    await clock.advance(1);
    expect(backend.batches).toEqual([['a', 'b']]);
  });

  test('wait for nothing where a batch is one record', async () => {
    const { backend, clock, put } = buffered({ maxBatchSize: 1, concurrent: false });
    put('a', 'b');
    await settle();
    expect(backend.batches).toEqual([['a'], ['b']]);
    expect(clock.waiting).toEqual([]);
  });

  test('that there is no room for are lost, and others are not', async () => {
    const { backend, lost, put } = buffered({ bufferSize: 2, maxBatchSize: 2 });
    expect(put('a', 'b', 'c')).toEqual([true, true, true]);
    expect(lost).toEqual(['buffered: audit buffer queue blocked: c']);
    await settle();
    put('d', 'e');
    await settle();
    expect(backend.batches).toEqual([
      ['a', 'b'],
      ['d', 'e'],
    ]);
  });

  test('go no faster than they may, after a first burst', async () => {
    const { backend, clock, put } = buffered({ maxBatchSize: 1, throttle: { perSecond: 10, burst: 2 } });
    put('a', 'b', 'c', 'd');
    await settle();
    expect(backend.batches.length).toBe(2);
    await clock.advance(99);
    expect(backend.batches.length).toBe(2);
    await clock.advance(1);
    expect(backend.batches.length).toBe(3);
    await clock.advance(100);
    expect(backend.batches).toEqual([['a'], ['b'], ['c'], ['d']]);
  });

  test.each([
    ['do not wait for those before them where these are sent elsewhere', true, 2],
    ['wait for those before them where these are written to a file', false, 1],
  ])('%s', async (_title, concurrent, expected) => {
    const { backend, put } = buffered({ maxBatchSize: 1, concurrent });
    let release = (_: boolean): void => undefined;
    backend.respond = () =>
      new Promise((resolve) => {
        release = resolve;
      });
    put('a', 'b');
    await settle();
    expect(backend.batches.length).toBe(expected);
    release(true);
  });

  test('all go on at the end, and none afterwards', async () => {
    const { buffer, backend, lost, put } = buffered();
    put('a', 'b', 'c', 'd');
    await buffer.close();
    expect(backend.batches).toEqual([['a', 'b', 'c'], ['d']]);
    expect(backend.isClosed).toBe(true);
    expect(put('e')).toEqual([true]);
    expect(lost).toEqual(['buffered: audit backend shut down: e']);
  });
});
