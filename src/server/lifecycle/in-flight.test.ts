import { describe, expect, it } from 'vitest';
import { FakeSleep, settle } from './fake-sleep.test.support.js';
import { RequestsInFlight, WatchesInFlight } from './in-flight.js';
import { LifecycleSignal } from './lifecycle-signals.js';
import { drainingResponse, isExemptFromRefusal, retryAfterResponse } from './shutdown-responses.js';

it('requests: drained when the last one ends', async () => {
  const requests = new RequestsInFlight();
  requests.begin();
  requests.begin();
  let drained = false;
  const drain = requests.drain().then(() => {
    drained = true;
  });
  expect([requests.begin(), requests.count]).toEqual([false, 2]);
  requests.end();
  await settle();
  expect(drained).toBe(false);
  requests.end();
  await drain;
  expect(requests.count).toBe(0);
});

describe('watches', () => {
  /** Watches that end as soon as they are stopped, and the times when they were stopped. */
  function open(count: number, clock: FakeSleep, { ends = true } = {}) {
    const watches = new WatchesInFlight();
    const reported: number[] = [];
    for (let index = 0; index < count; index++) {
      const stop = () => {
        reported.push(clock.now);
        if (ends) watches.end(stop);
      };
      watches.begin(stop);
    }
    return { watches, reported };
  }

  it.each<[name: string, count: number, grace: number, most: number, last: number]>([
    ['few: 200 a second', 100, 60_000, 10, 450],
    ['many: so fast that the grace period is enough', 30_000, 10_000, 150, 9950],
  ])('%s', async (_name, count, grace, most, last) => {
    const clock = new FakeSleep();
    const { watches, reported } = open(count, clock);
    const drain = watches.drain(grace, clock.sleep);
    await clock.advance(grace);
    expect(await drain).toEqual({ before: count, after: 0 });
    expect([reported.length, reported.filter((time) => time === 0).length, reported.at(-1)]).toEqual([
      count,
      most,
      last,
    ]);
    expect(clock.sleepers).toBe(0);
  });

  it('end immediately without a grace period, and cannot be started again', async () => {
    const clock = new FakeSleep();
    const { watches, reported } = open(250, clock, { ends: false });
    const drain = watches.drain(0, clock.sleep);
    await clock.advance(5);
    expect(await drain).toEqual({ before: 250, after: 250 });
    expect([reported.length, reported.at(-1), watches.begin(() => {})]).toEqual([250, 2, false]);
  });

  it('that do not end are given up after the grace period', async () => {
    const clock = new FakeSleep();
    const { watches, reported } = open(25, clock, { ends: false });
    const drain = watches.drain(1000, clock.sleep);
    await clock.advance(1000);
    expect(await drain).toEqual({ before: 25, after: 25 });
    expect(reported.length).toBe(25);
  });
});

it('signals are waited for before and after they happen', async () => {
  const signal = new LifecycleSignal('Something');
  const before = signal.wait();
  expect(signal.happened).toBe(false);
  signal.fire();
  signal.fire();
  await Promise.all([before, signal.wait()]);
  expect([signal.happened, signal.signal.aborted]).toEqual([true, true]);
});

describe('refusals', () => {
  it('have Retry-After', () => {
    expect({ ...retryAfterResponse, body: String(retryAfterResponse.body) }).toEqual({
      status: 429,
      headers: { 'retry-after': '5', 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' },
      body: 'The apiserver is shutting down, please try again later.\n',
      closeConnection: true,
    });
    expect(drainingResponse.status).toBe(503);
    expect(drainingResponse.headers['retry-after']).toBe('1');
    expect(JSON.parse(String(drainingResponse.body))).toMatchObject({
      kind: 'Status',
      message: 'apiserver is shutting down',
      reason: 'ServiceUnavailable',
      code: 503,
    });
  });

  it.each([
    ['/readyz', undefined, true],
    ['/livez/ping', undefined, true],
    ['/healthz', undefined, true],
    ['/metrics', undefined, true],
    ['/api/v1/pods', 'kube-apiserver/v1.36.0 (linux/amd64)', true],
    ['/api/v1/pods', 'kubectl/v1.36.0', false],
    ['/version', undefined, false],
  ])('%s of %s is exempt: %s', (path, userAgent, exempt) => {
    const header = (name: string) => (name === 'user-agent' ? userAgent : undefined);
    expect(isExemptFromRefusal({ path, header })).toBe(exempt);
  });
});
