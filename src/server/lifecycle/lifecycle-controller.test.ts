import { describe, expect, it } from 'vitest';
import { HealthRegistry } from '../health/index.js';
import { FakeSleep, settle } from './fake-sleep.test.support.js';
import { LifecycleController, type LifecycleOptions } from './lifecycle-controller.js';

/** A server that records its lifecycle as lines of `time event`. */
class Story {
  readonly lines: string[] = [];
  readonly clock = new FakeSleep();
  readonly health = new HealthRegistry();
  readonly fatal: Error[] = [];
  readonly lifecycle: LifecycleController;

  constructor(options: Partial<LifecycleOptions> = {}) {
    this.lifecycle = new LifecycleController({
      health: this.health,
      onFatal: (error) => this.fatal.push(error),
      sleep: this.clock.sleep,
      onEvent: (message) => this.write(message.replace('lifecycle event ', '')),
      ...options,
    });
  }

  write(line: string): void {
    this.lines.push(`${this.clock.now} ${line}`);
  }

  /** `connectionsClosed`: resolves when the last connection is closed. */
  start(connectionsClosed: Promise<void> = Promise.resolve()): Promise<void> {
    return this.lifecycle.start(async () => ({
      retire: ({ quietMilliseconds }) => {
        this.write(`retire, quiet ${quietMilliseconds}`);
        return connectionsClosed;
      },
      destroyCancelled: () => this.write('destroy cancelled'),
      destroy: async () => this.write('destroy'),
    }));
  }

  async status(path: string): Promise<number | undefined> {
    const request = { path, query: new URLSearchParams(), signal: new AbortController().signal };
    return (await this.health.respond(request))?.status;
  }
}

describe('shutdown', () => {
  it('goes through its steps: readyz, delay and hooks, listener, requests', async () => {
    const story = new Story({ shutdownDelayMilliseconds: 70_000 });
    story.lifecycle.addPreShutdownHook('leave', async () => {
      story.write('hook begins');
      await story.clock.sleep(100);
      story.write('hook ends');
    });
    await story.start();
    expect(await story.status('/readyz')).toBe(200);
    expect(story.lifecycle.requests.begin()).toBe(true);
    const done = story.lifecycle.shutdown('SIGTERM');
    await settle();
    expect([await story.status('/readyz'), await story.status('/livez')]).toEqual([500, 200]);
    await story.clock.advance(69_999);
    expect(story.lifecycle.requests.begin()).toBe(true);
    story.lifecycle.requests.end();
    await story.clock.advance(1);
    expect(story.lifecycle.requests.begin()).toBe(false);
    await story.clock.advance(29_000);
    await story.clock.advance(1000);
    story.lifecycle.requests.end();
    await done;
    expect(story.lines).toEqual([
      '0 HasBeenReady',
      '0 shutting down: SIGTERM',
      '0 ShutdownInitiated',
      '0 hook begins',
      '100 hook ends',
      '100 PreShutdownHooksStopped',
      '70000 AfterShutdownDelayDuration',
      '70000 NotAcceptingNewRequest',
      '70000 retire, quiet 500',
      '70000 HTTPServerStoppedListening',
      '100000 InFlightRequestsDrained',
      '100000 destroy',
    ]);
    expect(story.clock.sleepers).toBe(0);
  });

  it('listens until requests are drained when it sends Retry-After', async () => {
    const story = new Story({ sendRetryAfter: true });
    await story.start();
    story.lifecycle.requests.begin();
    expect(story.lifecycle.refusesRequests).toBe(false);
    const done = story.lifecycle.shutdown('test');
    await story.clock.advance(500);
    expect(story.lifecycle.refusesRequests).toBe(true);
    story.lifecycle.requests.end();
    await done;
    expect(story.lines.slice(-5)).toEqual([
      '0 NotAcceptingNewRequest',
      '500 InFlightRequestsDrained',
      '500 retire, quiet 500',
      '500 HTTPServerStoppedListening',
      '500 destroy',
    ]);
  });

  it('takes requests until the last connection is closed', async () => {
    const story = new Story();
    let close = () => {};
    await story.start(new Promise((resolve) => (close = resolve)));
    const done = story.lifecycle.shutdown('test');
    await story.clock.advance(2500);
    expect(story.lifecycle.requests.begin()).toBe(true);
    story.lifecycle.requests.end();
    close();
    await done;
    expect(story.lifecycle.requests.begin()).toBe(false);
    expect(story.lines.slice(-3)).toEqual(['2000 destroy cancelled', '2500 InFlightRequestsDrained', '2500 destroy']);
    expect(story.clock.sleepers).toBe(0);
  });

  it('waits no longer for connections than requests may last', async () => {
    const story = new Story({ requestTimeoutMilliseconds: 30_000 });
    await story.start(new Promise(() => {}));
    const done = story.lifecycle.shutdown('test');
    await story.clock.advance(30_000);
    await done;
    expect(story.lines.at(-1)).toBe('30000 destroy');
    expect(story.clock.sleepers).toBe(0);
  });

  it('waits no longer for requests than they may last', async () => {
    const story = new Story({ sendRetryAfter: true, requestTimeoutMilliseconds: 1000 });
    await story.start();
    story.lifecycle.requests.begin();
    const done = story.lifecycle.shutdown('test');
    await story.clock.advance(1000);
    await done;
    expect(story.lines).toContain('1000 InFlightRequestsDrained');
  });

  it('gives watches the grace period to end', async () => {
    const story = new Story({ watchGraceMilliseconds: 5000 });
    await story.start();
    const stop = () => story.write('watch is stopped');
    story.lifecycle.watches.begin(stop);
    const done = story.lifecycle.shutdown('test');
    await story.clock.advance(2000);
    story.lifecycle.watches.end(stop);
    await done;
    expect(story.lines).toContain('0 watch is stopped');
    expect(story.lines).toContain('2000 InFlightRequestsDrained');
  });

  it('ends watches at once without a grace period, and breaks their connections off when clients do not go', async () => {
    const story = new Story();
    await story.start(new Promise((resolve) => story.clock.sleep(1700).then(resolve)));
    for (let watch = 0; watch < 3; watch++) story.lifecycle.watches.begin(() => story.write('watch is stopped'));
    const done = story.lifecycle.shutdown('test');
    await story.clock.advance(2000);
    await done;
    const reported = story.lines.filter((line) => line.endsWith('watch is stopped'));
    expect(reported).toEqual(Array(3).fill('0 watch is stopped'));
    expect(story.lines.slice(-3)).toEqual(['1000 destroy cancelled', '1700 InFlightRequestsDrained', '1700 destroy']);
  });

  it('happens once', async () => {
    const story = new Story();
    await story.start();
    expect(story.lifecycle.shutdown('one')).toBe(story.lifecycle.shutdown('two'));
    await story.lifecycle.shutdown('three');
    expect(story.lines.filter((line) => line.includes('shutting down'))).toEqual(['0 shutting down: one']);
  });

  it('completes when hooks fail, and reports all of them', async () => {
    const story = new Story();
    for (const name of ['a', 'b']) {
      story.lifecycle.addPreShutdownHook(name, () => Promise.reject(new Error(`no ${name}`)));
    }
    await story.start();
    await expect(story.lifecycle.shutdown('test')).rejects.toThrow(
      'PreShutdownHook "a" failed: no a, PreShutdownHook "b" failed: no b',
    );
    expect(story.lines).toContain('0 InFlightRequestsDrained');
    expect(() => story.lifecycle.addPreShutdownHook('late', () => {})).toThrow('have already been called');
  });

  it('is possible before the start', async () => {
    const story = new Story();
    await story.lifecycle.shutdown('test');
    expect(story.lines.at(-1)).toBe('0 InFlightRequestsDrained');
  });
});

describe('post-start hooks', () => {
  it('run beside each other once the server listens, each a health check', async () => {
    const story = new Story();
    let finish = () => {};
    story.lifecycle.addPostStartHook('slow', () => new Promise<void>((resolve) => (finish = resolve)));
    story.lifecycle.addPostStartHook('quick', () => {});
    const paths = ['/readyz', '/readyz/poststarthook/slow', '/livez/poststarthook/quick'];
    const statuses = () => Promise.all(paths.map((path) => story.status(path)));
    expect(await statuses()).toEqual([500, 500, 500]);
    await story.start();
    await settle();
    expect(await statuses()).toEqual([500, 500, 200]);
    finish();
    await settle();
    expect(await statuses()).toEqual([200, 200, 200]);
    expect(story.lifecycle.signals.hasBeenReady.happened).toBe(true);
  });

  it('are fatal when they fail, unless configured otherwise', async () => {
    const story = new Story();
    story.lifecycle.addPostStartHook('vital', () => Promise.reject(new Error('no storage')));
    story.lifecycle.addPostStartHook('nice', () => Promise.reject(new Error('no luck')), { onFailure: 'report' });
    await story.start();
    await settle();
    expect(story.fatal.map(({ message }) => message)).toEqual(['PostStartHook "vital" failed: no storage']);
    expect(await story.status('/readyz/poststarthook/nice')).toBe(500);
  });

  it('learn that the server stops when it stops listening', async () => {
    const story = new Story({ sendRetryAfter: true });
    let signal: AbortSignal | undefined;
    story.lifecycle.addPostStartHook('controller', (context) => {
      signal = context.signal;
    });
    await story.start();
    story.lifecycle.requests.begin();
    const done = story.lifecycle.shutdown('test');
    await settle();
    expect(signal?.aborted).toBe(false);
    story.lifecycle.requests.end();
    await done;
    expect(signal?.aborted).toBe(true);
  });

  it('are refused twice, and late; disabled ones are left out', async () => {
    const story = new Story({ disabledPostStartHooks: ['off'] });
    story.lifecycle.addPostStartHook('a', () => {});
    story.lifecycle.addPostStartHook('off', () => story.write('never'));
    expect(() => story.lifecycle.addPostStartHook('a', () => {})).toThrow('already registered');
    await story.start();
    expect(() => story.lifecycle.addPostStartHook('b', () => {})).toThrow('have already been called');
    expect(await story.status('/livez/poststarthook/off')).toBeUndefined();
    expect(story.lines).toEqual([]);
  });

  it('do not run when the server cannot listen', async () => {
    const story = new Story();
    story.lifecycle.addPostStartHook('a', () => story.write('ran'));
    await expect(story.lifecycle.start(() => Promise.reject(new Error('address in use')))).rejects.toThrow('in use');
    expect(story.lines).toEqual([]);
  });
});

describe('the service manager', () => {
  it('is notified when the server is ready and when it stops', async () => {
    const states: string[] = [];
    const story = new Story({ notifyServiceManager: async (state) => void states.push(state) });
    await story.start();
    await story.lifecycle.shutdown('test');
    expect(states).toEqual(['READY=1', 'STOPPING=1']);
  });

  it('cannot hold up or break the server', async () => {
    const story = new Story({ notifyServiceManager: () => Promise.reject(new Error('no such program')) });
    await story.start();
    await story.lifecycle.shutdown('test');
    expect(story.lines).toContain('0 unable to notify the service manager');
  });
});
