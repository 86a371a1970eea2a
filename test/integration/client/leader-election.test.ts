import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ManualClock } from '../../../src/apimachinery/clock/manual-clock.test.support.js';
import {
  LeaderElector,
  type LeaderElectorOptions,
  type Lease,
  leaseResource,
} from '../../../src/client/leader-election/index.js';
import type { ResourceClient } from '../../../src/client/rest/index.js';
import { SampleApi } from './sample-api.js';

let api: SampleApi;
let clock: ManualClock;
let leases: ResourceClient<Lease>;
let candidates: Candidate[];
beforeEach(async () => {
  api = await SampleApi.start();
  clock = new ManualClock();
  leases = api.client().resource<Lease>(leaseResource, 'system');
  candidates = [];
});
afterEach(async () => {
  api.intercept = undefined;
  for (const candidate of candidates) candidate.end.abort();
  await Promise.all(candidates.map(({ running }) => running));
  await api.close();
});

class Candidate {
  readonly end = new AbortController();
  readonly log: string[] = [];
  readonly errors: string[] = [];
  readonly elector: LeaderElector;
  readonly running: Promise<void>;
  isOver = false;

  constructor(identity: string, options: Partial<LeaderElectorOptions> = {}) {
    const seconds = () => clock.monotonic() / 1000;
    this.elector = new LeaderElector({
      leases,
      name: 'lock',
      identity,
      clock,
      random: () => 0,
      lead: (signal) =>
        new Promise((resolve) => {
          this.log.push(`leads at ${seconds()}`);
          signal.addEventListener('abort', () => {
            this.log.push(`ends at ${seconds()}`);
            resolve();
          });
        }),
      onNewLeader: (leader) => this.log.push(`${leader} is leader`),
      onError: (error) => this.errors.push((error as Error).message),
      ...options,
    });
    this.running = this.elector.run(this.end.signal).finally(() => {
      this.isOver = true;
    });
    candidates.push(this);
  }
}

/** Requests take event loop iterations, not time. */
async function until(holds: () => boolean): Promise<void> {
  for (let turn = 0; turn < 10_000; turn++) {
    if (holds()) return;
    await new Promise((resolve) => setImmediate(resolve));
  }
  throw new Error(`waited in vain for ${holds}`);
}

/** Advances second by second, so that everything happens at its time. */
async function pass(seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second++) {
    await clock.advance(1000);
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
  }
}

const spec = async () => (await leases.get('lock')).spec;

describe('a candidate', () => {
  test('alone leads at once, and renews', async () => {
    const one = new Candidate('one');
    await until(() => one.elector.isLeading);
    expect(await spec()).toEqual({
      holderIdentity: 'one',
      leaseDurationSeconds: 15,
      acquireTime: '2026-01-01T00:00:00.000000Z',
      renewTime: '2026-01-01T00:00:00.000000Z',
      leaseTransitions: 0,
    });
    await pass(60);
    expect(one.elector.isLeading).toBe(true);
    expect(await spec()).toMatchObject({
      acquireTime: '2026-01-01T00:00:00.000000Z',
      renewTime: '2026-01-01T00:01:00.000000Z',
      leaseTransitions: 0,
    });
  });

  test('waits while another leads, and follows one that says goodbye', async () => {
    const one = new Candidate('one');
    await until(() => one.elector.isLeading);
    const two = new Candidate('two');
    await pass(30);
    expect([two.elector.isLeading, two.elector.leader]).toEqual([false, 'one']);
    one.end.abort();
    await one.running;
    expect(await spec()).toMatchObject({ holderIdentity: '', leaseDurationSeconds: 1, leaseTransitions: 0 });
    await pass(2);
    expect(two.log).toEqual(['one is leader', 'two is leader', 'leads at 32']);
    expect(await spec()).toMatchObject({ holderIdentity: 'two', leaseTransitions: 1 });
  });

  test('follows one that fell silent when the lease has been seen unchanged for its duration', async () => {
    await leases.create({
      metadata: { name: 'lock' },
      // A clock that is a year ahead makes no difference.
      spec: { holderIdentity: 'gone', leaseDurationSeconds: 15, renewTime: '2027-01-01T00:00:00.000000Z' },
    });
    const two = new Candidate('two');
    await pass(14);
    expect(two.elector.isLeading).toBe(false);
    await pass(2);
    expect(two.log).toEqual(['gone is leader', 'two is leader', 'leads at 16']);
  });

  test('ends before others begin when the server cannot be reached', async () => {
    const one = new Candidate('one');
    await until(() => one.elector.isLeading);
    api.intercept = () => new Promise(() => undefined);
    api.disconnect();
    await pass(9);
    expect(one.elector.isLeading).toBe(true);
    await pass(2);
    expect(one.log).toEqual(['one is leader', 'leads at 0', 'ends at 10']);
    expect(one.errors[0]).toContain('in time');
    // Nor does it wait forever for the confirmation of its release.
    await pass(10);
    expect(one.isOver).toBe(true);
  });

  test('ends at once when another has taken the lease', async () => {
    const one = new Candidate('one');
    await until(() => one.elector.isLeading);
    const lease = await leases.get('lock');
    await leases.update({ ...lease, spec: { ...lease.spec, holderIdentity: 'usurper' } });
    await pass(2);
    expect(one.log).toEqual(['one is leader', 'leads at 0', 'usurper is leader', 'ends at 2']);
    await one.running;
    expect(await spec()).toMatchObject({ holderIdentity: 'usurper' });
  });

  test('continues if others changed the lease but it is still the holder', async () => {
    const one = new Candidate('one');
    await until(() => one.elector.isLeading);
    await leases.patch('lock', { type: 'merge', body: { metadata: { labels: { touched: 'yes' } } } });
    await pass(4);
    expect(one.elector.isLeading).toBe(true);
    await leases.delete('lock');
    await pass(4);
    expect(one.elector.isLeading).toBe(true);
    expect(await spec()).toMatchObject({ holderIdentity: 'one' });
  });

  test('that has nothing more to do lets others lead; what it throws is thrown', async () => {
    const one = new Candidate('one', { lead: async () => undefined });
    await one.running;
    expect(await spec()).toMatchObject({ holderIdentity: '' });
    const two = new LeaderElector({
      leases,
      name: 'lock',
      identity: 'two',
      clock,
      lead: async () => {
        throw new Error('cannot lead');
      },
    });
    await expect(two.run(new AbortController().signal)).rejects.toThrow('cannot lead');
    expect(await spec()).toMatchObject({ holderIdentity: '', leaseTransitions: 1 });
  });
});

test('of many candidates one leads at a time, whichever of them end', async () => {
  let leaders = 0;
  let most = 0;
  const lead = (signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      most = Math.max(most, ++leaders);
      signal.addEventListener('abort', () => {
        leaders--;
        resolve();
      });
    });
  const all = ['a', 'b', 'c', 'd'].map((identity) => new Candidate(identity, { lead }));
  for (let gone = 0; gone < all.length; gone++) {
    await pass(5);
    const leader = all.find(({ elector }) => elector.isLeading)!;
    expect(leaders).toBe(1);
    leader.end.abort();
    await leader.running;
  }
  expect(most).toBe(1);
});

test.each([
  ['a lease that ends before the deadline', { leaseDurationMilliseconds: 10_000 }],
  ['a deadline before the second try', { renewDeadlineMilliseconds: 2000 }],
  ['no time between tries', { retryMilliseconds: 0 }],
  ['no identity', { identity: '' }],
])('%s is refused', (_name, options) => {
  const common = { leases, name: 'lock', identity: 'one', clock, lead: async () => undefined };
  expect(() => new LeaderElector({ ...common, ...options })).toThrow(TypeError);
});
