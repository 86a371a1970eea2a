import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { ManualClock, settle } from '../../apimachinery/clock/manual-clock.test.support.js';
import { ExponentialPerItem, TokenBucket } from './rate-limiter.js';
import { runController } from './run-controller.js';
import { WorkQueue } from './work-queue.js';

let clock: ManualClock;
let queue: WorkQueue<string>;
beforeEach(() => {
  clock = new ManualClock();
  queue = new WorkQueue({ clock });
});

describe('a work queue', () => {
  test('gives items in order, each once', async () => {
    for (const item of ['a', 'b', 'a', 'c', 'b']) queue.add(item);
    expect(queue.length).toBe(3);
    expect([await queue.get(), await queue.get(), await queue.get()]).toEqual(['a', 'b', 'c']);
  });

  test('gives an item that came while it was worked on once more, afterwards', async () => {
    queue.add('a');
    await queue.get();
    queue.add('a');
    queue.add('a');
    expect(queue.length).toBe(0);
    queue.done('a');
    expect(await queue.get()).toBe('a');
    queue.done('a');
    expect(queue.length).toBe(0);
  });

  test('gives items to waiting readers, first come first served', async () => {
    const taken = [queue.get(), queue.get()];
    queue.add('a');
    queue.add('b');
    expect(await Promise.all(taken)).toEqual(['a', 'b']);
  });

  test('gives nothing after it is shut down, except what is ready', async () => {
    const waiting = new WorkQueue<string>({ clock }).get();
    queue.add('a');
    queue.addAfter('later', 10);
    queue.shutDown();
    queue.add('b');
    queue.addAfter('c', 0);
    expect([await queue.get(), await queue.get()]).toEqual(['a', undefined]);
    expect(clock.waiting).toEqual([]);
    expect(await Promise.race([waiting, settle().then(() => 'still waits')])).toBe('still waits');
  });

  test('resolves waiting calls when it is shut down', async () => {
    const waiting = queue.get();
    queue.shutDown();
    expect(await waiting).toBeUndefined();
  });

  test('is drained when everything is done, what came meanwhile included', async () => {
    for (const item of ['a', 'b']) queue.add(item);
    await queue.get();
    queue.add('a');
    let isDrained = false;
    const drained = queue.drain().then(() => {
      isDrained = true;
    });
    queue.done('a');
    for (const item of ['b', 'a']) {
      await settle();
      expect(isDrained).toBe(false);
      expect(await queue.get()).toBe(item);
      queue.done(item);
    }
    await drained;
    await queue.drain();
  });

  test('never gives an item to two at a time, and loses none', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.boolean()), { maxLength: 60 }),
        async (steps) => {
          const tested = new WorkQueue<string>({ clock });
          const [owed, held] = [new Set<string>(), new Set<string>()];
          for (const [item, takes] of steps) {
            if (takes && tested.length > 0) {
              const taken = (await tested.get()) as string;
              expect(held.has(taken)).toBe(false);
              expect(owed.delete(taken)).toBe(true);
              held.add(taken);
            } else if (takes) {
              if (held.delete(item)) tested.done(item);
            } else {
              tested.add(item);
              owed.add(item);
            }
          }
          for (const item of held) tested.done(item);
          expect(tested.length).toBe(owed.size);
        },
      ),
    );
  });
});

describe('delays', () => {
  test('end in the order in which they are due', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.nat(20), fc.integer({ min: 1, max: 50 }))), async (added) => {
        const time = new ManualClock();
        const delayed = new WorkQueue<number>({ clock: time });
        const due = new Map<number, number>();
        for (const [item, delay] of added) {
          delayed.addAfter(item, delay);
          due.set(item, Math.min(delay, due.get(item) ?? delay));
        }
        for (let now = 1; now <= 50; now++) {
          const expected = [...due].filter(([, at]) => at === now).map(([item]) => item);
          time.jump(1);
          const got: number[] = [];
          while (delayed.length > 0) got.push((await delayed.get()) as number);
          expect(got.sort((a, b) => a - b)).toEqual(expected.sort((a, b) => a - b));
        }
      }),
      { numRuns: 30 },
    );
  });

  test('are one timer', () => {
    for (const [item, delay] of [
      ['a', 30],
      ['b', 10],
      ['c', 20],
      ['b', 15],
    ] as const)
      queue.addAfter(item, delay);
    expect(clock.waiting).toEqual([10]);
  });
});

describe('rate limits', () => {
  test('double for each failure of an item, up to a limit, until it is forgotten', () => {
    const limiter = new ExponentialPerItem<string>({ firstMilliseconds: 5, limitMilliseconds: 35 });
    expect([1, 2, 3, 4, 5].map(() => limiter.delay('a'))).toEqual([5, 10, 20, 35, 35]);
    expect([limiter.delay('b'), limiter.failures('a')]).toEqual([5, 5]);
    limiter.forget('a');
    expect([limiter.failures('a'), limiter.delay('a')]).toEqual([0, 5]);
  });

  test('let a burst through, then so many a second', async () => {
    const bucket = new TokenBucket({ perSecond: 10, burst: 2, clock });
    expect([1, 2, 3, 4].map(() => bucket.delay())).toEqual([0, 0, 100, 200]);
    await clock.advance(400);
    expect([1, 2].map(() => bucket.delay())).toEqual([0, 0]);
    expect(bucket.delay()).toBe(100);
  });

  test('hold back an item that failed', async () => {
    queue.addRateLimited('a');
    queue.addRateLimited('a');
    expect(queue.failures('a')).toBe(2);
    await clock.advance(4);
    expect(queue.length).toBe(0);
    await clock.advance(1);
    expect(queue.length).toBe(1);
    queue.forget('a');
    expect(queue.failures('a')).toBe(0);
  });
});

describe('a controller', () => {
  test('processes items, retries failures, and requeues on request', async () => {
    const end = new AbortController();
    const [seen, errors]: [string[], string[]] = [[], []];
    const running = runController({
      queue,
      signal: end.signal,
      reconcile: async (item) => {
        seen.push(`${item} at ${clock.monotonic()}`);
        if (item === 'fails' && seen.length < 4) throw new Error('no');
        return item === 'again' && seen.length < 4 ? { requeueAfterMilliseconds: 50 } : undefined;
      },
      onError: (error, item) => errors.push(`${item}: ${(error as Error).message}`),
    });
    queue.add('again');
    queue.add('fails');
    await clock.advance(100);
    expect(seen).toEqual(['again at 0', 'fails at 0', 'fails at 5', 'fails at 15', 'again at 50']);
    expect(errors).toEqual(['fails: no', 'fails: no']);
    expect(queue.failures('fails')).toBe(0);
    end.abort();
    await running;
    expect(queue.isShutDown).toBe(true);
  });

  test('works on several items at a time, and ends when those are done', async () => {
    const end = new AbortController();
    const finish: (() => void)[] = [];
    let isOver = false;
    const running = runController({
      queue,
      workers: 2,
      signal: end.signal,
      reconcile: () => new Promise<void>((resolve) => finish.push(resolve)),
    }).then(() => {
      isOver = true;
    });
    for (const item of ['a', 'b', 'c']) queue.add(item);
    await settle();
    expect([finish.length, queue.length]).toEqual([2, 1]);
    end.abort();
    await settle();
    expect(isOver).toBe(false);
    for (const one of finish) one();
    await running;
    expect(finish.length).toBe(2);
  });

  test('does not begin after the end', async () => {
    queue.add('a');
    const reconcile = async () => {
      throw new Error('must not be called');
    };
    await runController({ queue, signal: AbortSignal.abort(), reconcile });
    expect(queue.length).toBe(0);
  });
});
