import { expect, test } from 'vitest';
import { Leases } from './leases.js';

/** Grants numbered leases; the test controls the time. */
function lessor() {
  const granted: number[] = [];
  const clock = { now: 1_000_000 };
  const grant = async (ttlSeconds: number) => BigInt(granted.push(ttlSeconds));
  return { granted, clock, leases: new Leases({ grant, now: () => clock.now }) };
}

test('keys that expire within the same minute share a lease', async () => {
  const { granted, clock, leases } = lessor();
  const ids = [await leases.forKey(3600)];
  clock.now += 30_000;
  ids.push(await leases.forKey(3600), await leases.forKey(3580));
  expect(ids).toEqual([1n, 1n, 1n]);
  clock.now += 30_000;
  expect(await leases.forKey(3600)).toBe(2n);
  expect(granted).toEqual([3660, 3660]);
});

test('a key with a short life gets no more than a second extra', async () => {
  const { granted, leases } = lessor();
  await leases.forKey(3600);
  await leases.forKey(1);
  expect(granted).toEqual([3660, 2]);
});

test('concurrent callers share one grant', async () => {
  const { granted, leases } = lessor();
  const ids = await Promise.all(Array.from({ length: 50 }, () => leases.forKey(100)));
  expect(new Set(ids)).toEqual(new Set([1n]));
  expect(granted).toHaveLength(1);
});

test('a lease takes a thousand keys', async () => {
  const { leases } = lessor();
  const ids = await Promise.all(Array.from({ length: 1001 }, () => leases.forKey(100)));
  expect([ids[999], ids[1000]]).toEqual([1n, 2n]);
});

test('a lease that is gone, or was never granted, is not used again', async () => {
  const { leases } = lessor();
  expect(await leases.forKey(100)).toBe(1n);
  await leases.forget(1n);
  expect(await leases.forKey(100)).toBe(2n);

  let attempts = 0;
  const grant = async () => {
    if (++attempts === 1) throw new Error('no');
    return 7n;
  };
  const failing = new Leases({ grant, now: () => 0 });
  await expect(failing.forKey(100)).rejects.toThrow('no');
  expect(await failing.forKey(100)).toBe(7n);
});
