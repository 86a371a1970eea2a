import { describe, expect, it, test } from 'vitest';
import type { JsonObject } from '../../../apimachinery/meta/index.js';
import { type RequestFields, refusal } from '../plugin.test.support.js';
import { readEventLimits } from './configuration.js';
import { EventRateLimit } from './event-rate-limit.js';

const configuration = (...limits: JsonObject[]): JsonObject => ({
  apiVersion: 'eventratelimit.admission.k8s.io/v1alpha1',
  kind: 'Configuration',
  limits,
});

/** A plug-in, and a function that sends it events at given times. */
function limited(...limits: JsonObject[]) {
  const clock = { now: 0 };
  const plugin = new EventRateLimit({ limits: readEventLimits(configuration(...limits)), now: () => clock.now });
  const send = (given: Partial<RequestFields> = {}, seconds = 0): Promise<string | undefined> => {
    clock.now = seconds * 1000;
    const kind = { group: '', version: 'v1', kind: 'Event' };
    return refusal(plugin, 'validate', { resource: 'events', kind, namespace: 'a', object: {}, ...given });
  };
  return send;
}

describe('events', () => {
  it('come in a burst, and then as many a second as are allowed', async () => {
    const send = limited({ type: 'Server', qps: 2, burst: 3 });
    const answers = [await send(), await send(), await send()];
    expect(answers).toEqual([undefined, undefined, undefined]);
    expect(await send()).toBe('429 Too many requests: limit reached on type Server for key ');
    expect(await send({}, 0.4)).toMatch(/^429/);
    expect(await send({}, 0.5)).toBeUndefined();
    expect(await send({}, 0.6)).toMatch(/^429/);
    expect([await send({}, 90), await send({}, 90), await send({}, 90)]).toEqual([undefined, undefined, undefined]);
    expect(await send({}, 90)).toMatch(/^429/);
  });

  it.each<[string, Partial<RequestFields>, Partial<RequestFields>, string]>([
    ['Namespace', {}, { namespace: 'b' }, 'a'],
    ['User', {}, { user: { name: 'bob', groups: [] } }, 'alice'],
    [
      'SourceAndObject',
      { object: { source: { component: 'c', host: 'h' }, involvedObject: { kind: 'Pod', name: 'p', uid: 'u' } } },
      { object: { source: { component: 'c', host: 'h' }, involvedObject: { kind: 'Pod', name: 'q', uid: 'v' } } },
      'chPodpu',
    ],
  ])('are counted by %s', async (type, one, other, key) => {
    const send = limited({ type, qps: 1, burst: 1 });
    expect([await send(one), await send(other)]).toEqual([undefined, undefined]);
    expect(await send(one)).toBe(`429 Too many requests: limit reached on type ${type} for key ${key}`);
  });

  it('are refused for all reasons that there are', async () => {
    const send = limited({ type: 'Server', qps: 1, burst: 1 }, { type: 'Namespace', qps: 1, burst: 1 });
    await send();
    expect(await send()).toBe(
      '429 Too many requests: [limit reached on type Server for key , limit reached on type Namespace for key a]',
    );
  });

  it('of those that have been silent longest are forgotten', async () => {
    const send = limited({ type: 'Namespace', qps: 1, burst: 1, cacheSize: 2 });
    await send();
    await send({ namespace: 'b' });
    expect(await send()).toMatch(/^429/);
    await send({ namespace: 'c' });
    expect(await send()).toMatch(/^429/);
    expect(await send({ namespace: 'b' })).toBeUndefined();
  });

  it('are not counted when nothing is written, nor is anything else', async () => {
    const send = limited({ type: 'Server', qps: 1, burst: 1 });
    await send({ dryRun: true });
    await send({ kind: { group: 'events.k8s.io', version: 'v1', kind: 'Event' } });
    await send({ kind: { group: '', version: 'v1', kind: 'Pod' } });
    expect(await send()).toBeUndefined();
  });
});

test.each<[string, JsonObject | undefined, string]>([
  ['none', undefined, 'limits: Invalid value: null: must not be empty'],
  ['one without limits', configuration(), 'limits: Invalid value: []: must not be empty'],
  ['one of another kind', { kind: 'Limits', apiVersion: 'v1' }, 'no kind "Limits" is registered for version "v1"'],
  [
    'one that makes no sense',
    configuration({ type: 'Moon', qps: 0, burst: -1, cacheSize: -1 }),
    '[limits[0].type: Unsupported value: "Moon": supported values: "Server", "Namespace", "User", "SourceAndObject", limits[0].burst: Invalid value: -1: must be positive, limits[0].qps: Invalid value: 0: must be positive, limits[0].cacheSize: Invalid value: -1: must not be negative]',
  ],
])('a configuration has limits: %s is refused', (_what, document, problem) => {
  expect(() => readEventLimits(document)).toThrow(new Error(problem));
});
