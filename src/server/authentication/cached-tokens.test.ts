import { describe, expect, it } from 'vitest';
import { MetricsRegistry } from '../metrics/index.js';
import { refused, type TokenAuthenticator, type TokenOwner } from './authenticator.js';
import { CachedTokens, type TokenCacheOptions } from './cached-tokens.js';

const jane: TokenOwner = { user: { name: 'jane', groups: [] }, audiences: [] };

class Counting implements TokenAuthenticator {
  calls = 0;
  readonly #result: (token: string) => Promise<TokenOwner | undefined>;

  constructor(result: (token: string) => Promise<TokenOwner | undefined>) {
    this.#result = result;
  }

  authenticateToken(token: string): Promise<TokenOwner | undefined> {
    this.calls++;
    return this.#result(token);
  }
}

function cacheOf(result: (token: string) => Promise<TokenOwner | undefined>, more: Partial<TokenCacheOptions> = {}) {
  const counted = new Counting(result);
  const clock = { now: 1000 };
  const options = { successMilliseconds: 100, failureMilliseconds: 10, keepsErrors: true, now: () => clock.now };
  return { counted, clock, cache: new CachedTokens(counted, { ...options, ...more }) };
}

describe('the cache of tokens', () => {
  it('authenticates a token once, until it expires', async () => {
    const { counted, clock, cache } = cacheOf(async () => jane);
    expect(await cache.authenticateToken('a', [])).toBe(jane);
    clock.now += 99;
    expect(await cache.authenticateToken('a', [])).toBe(jane);
    expect(counted.calls).toBe(1);
    clock.now += 1;
    await cache.authenticateToken('a', []);
    expect(counted.calls).toBe(2);
  });

  it('caches tokens by audiences', async () => {
    const { counted, cache } = cacheOf(async () => jane);
    for (const audiences of [[], ['a'], ['a', 'b'], ['a']]) await cache.authenticateToken('t', audiences);
    expect(counted.calls).toBe(3);
  });

  it.each<[string, string[], string, string[]]>([
    ['t', ['a', 'b', 'c'], 'b c t', ['a']],
    ['t', ['a', 'b'], 'b t', ['a']],
    ['t', ['a b'], 't', ['a', 'b']],
    ['t', ['a'], '1:at', []],
    ['1:t', [], 't', ['']],
    ['a t', [''], 't', ['', 'a']],
  ])('does not take %j for %j to be %j for %j', async (token, audiences, other, otherAudiences) => {
    const { counted, cache } = cacheOf(async (shown) => (shown === token ? jane : undefined));
    const both = () => [cache.authenticateToken(token, audiences), cache.authenticateToken(other, otherAudiences)];
    const together = await Promise.all(both());
    expect(together).toEqual([jane, token === other ? jane : undefined]);
    expect(await Promise.all(both())).toEqual(together);
    expect(counted.calls).toBe(2);
  });

  it('authenticates once for concurrent requests', async () => {
    const { counted, cache } = cacheOf(async () => jane);
    const owners = await Promise.all([1, 2, 3].map(() => cache.authenticateToken('a', [])));
    expect(owners).toEqual([jane, jane, jane]);
    expect(counted.calls).toBe(1);
  });

  it('caches unknown tokens for a shorter time', async () => {
    const { counted, clock, cache } = cacheOf(async () => undefined);
    expect(await cache.authenticateToken('a', [])).toBeUndefined();
    await cache.authenticateToken('a', []);
    expect(counted.calls).toBe(1);
    clock.now += 10;
    await cache.authenticateToken('a', []);
    expect(counted.calls).toBe(2);
  });

  it.each([
    [true, 1],
    [false, 2],
  ])('caches refusals if configured: %s', async (keepsErrors, times) => {
    const { counted, cache } = cacheOf(() => Promise.reject(refused('no')), { keepsErrors });
    for (let turn = 0; turn < 2; turn++) {
      await expect(cache.authenticateToken('a', [])).rejects.toThrow('Unauthorized');
    }
    expect(counted.calls).toBe(times);
  });

  it('does not grow with what people try', async () => {
    const { counted, cache } = cacheOf(async () => undefined);
    const long = 'x'.repeat(1024 * 1024);
    for (let number = 0; number < 20; number++) await cache.authenticateToken(long + number, []);
    await cache.authenticateToken(`${long}19`, []);
    expect(counted.calls).toBe(20);
    await cache.authenticateToken(`${long}0`, []);
    expect(counted.calls).toBe(21);
  });

  it('reports tokens that other processes may have accepted, and forgets what they report', async () => {
    const revoked: string[] = [];
    let forget: (token: string) => void = () => {};
    const revocations = {
      revoked: (token: string) => void revoked.push(token),
      onRevoked: (listener: (token: string) => void) => {
        forget = listener;
      },
    };
    const results: Record<string, () => Promise<TokenOwner | undefined>> = {
      known: async () => jane,
      unknown: async () => undefined,
      deleted: async () => Promise.reject(refused('deleted')),
    };
    const { cache, counted, clock } = cacheOf((token) => results[token]!(), { revocations });
    await cache.authenticateToken('known', []);
    await cache.authenticateToken('unknown', []);
    await expect(cache.authenticateToken('deleted', [])).rejects.toThrow();
    expect(revoked).toEqual(['deleted']);
    clock.now += 100;
    results['known'] = results['unknown']!;
    await cache.authenticateToken('known', []);
    expect(revoked).toEqual(['deleted', 'known']);
    results['known'] = async () => jane;
    clock.now += 100;
    await cache.authenticateToken('known', []);
    const { calls } = counted;
    forget('known');
    await cache.authenticateToken('known', []);
    expect(counted.calls).toBe(calls + 1);
  });

  it('counts', async () => {
    const metrics = new MetricsRegistry();
    const { cache } = cacheOf(async () => jane, { metrics });
    for (const token of ['a', 'a', 'b']) await cache.authenticateToken(token, []);
    const text = metrics.expose();
    expect(text).toContain('authentication_token_cache_request_total{status="hit"} 1');
    expect(text).toContain('authentication_token_cache_request_total{status="miss"} 2');
    expect(text).toContain('authentication_token_cache_fetch_total{status="ok"} 2');
    expect(text).toContain('authentication_token_cache_active_fetch_count{status="in_flight"} 0');
    expect(text).toContain('authentication_token_cache_request_duration_seconds_count{status="hit"} 1');
  });
});
