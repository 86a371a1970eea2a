import { describe, expect, it } from 'vitest';
import { type HealthCheck, logCheck, pingCheck, shutdownCheck } from './health-check.js';
import type { CheckOutcome } from './health-endpoint.js';
import { HealthRegistry, type HealthRegistryOptions } from './health-registry.js';

const passing = (name: string, group?: string): HealthCheck => ({ name, check: () => {}, ...(group && { group }) });
const failing = (name: string): HealthCheck => ({ name, check: () => Promise.reject(new Error(`${name} is down`)) });
const never = () => new AbortController().signal;

async function ask(registry: HealthRegistry, url: string, signal = never()) {
  const [path = '', query] = url.split('?');
  const response = await registry.respond({ path, query: new URLSearchParams(query), signal });
  return response && { status: response.status, text: response.body.toString(), headers: response.headers };
}

function registryWith(checks: readonly HealthCheck[], options: HealthRegistryOptions = {}): HealthRegistry {
  const registry = new HealthRegistry(options);
  registry.add(...checks);
  return registry;
}

const plain = 'text/plain; charset=utf-8';

describe('the response for all checks', () => {
  const sound = [pingCheck, passing('log'), passing('poststarthook/a', 'hooks'), passing('poststarthook/b', 'hooks')];
  it.each<[url: string, checks: readonly HealthCheck[], status: number, text: string]>([
    ['/healthz', sound, 200, 'ok'],
    ['/readyz?exclude=log', sound, 200, 'ok'],
    [
      '/livez?verbose',
      sound,
      200,
      '[+]ping ok\n[+]log ok\n[+]poststarthook/a ok\n[+]poststarthook/b ok\nlivez check passed\n',
    ],
    [
      '/readyz?verbose=false&exclude=hooks&exclude=ping',
      sound,
      200,
      '[+]ping excluded: ok\n[+]log ok\n[+]poststarthook/a excluded with hooks: ok\n' +
        '[+]poststarthook/b excluded with hooks: ok\nreadyz check passed\n',
    ],
    [
      '/healthz?verbose&exclude=zeta&exclude=al"pha&exclude=log',
      [pingCheck, passing('log')],
      200,
      '[+]ping ok\n[+]log excluded: ok\n' +
        'warn: some health checks cannot be excluded: no matches for "al\\"pha","zeta"\nhealthz check passed\n',
    ],
    [
      '/livez',
      [pingCheck, failing('etcd'), passing('log')],
      500,
      '[+]ping ok\n[-]etcd failed: reason withheld\n[+]log ok\nlivez check failed\n',
    ],
    ['/livez?exclude=etcd', [pingCheck, failing('etcd')], 200, 'ok'],
    [
      '/livez?verbose',
      [pingCheck, { ...failing('keys'), restart: 'fixes nothing' }],
      200,
      '[+]ping ok\nlivez check passed\n',
    ],
    [
      '/readyz',
      [pingCheck, { ...failing('keys'), restart: 'fixes nothing' }],
      500,
      '[+]ping ok\n[-]keys failed: reason withheld\nreadyz check failed\n',
    ],
    [
      '/readyz?exclude=x',
      [failing('etcd')],
      500,
      '[-]etcd failed: reason withheld\n' +
        'warn: some health checks cannot be excluded: no matches for "x"\nreadyz check failed\n',
    ],
  ])('%s', async (url, checks, status, text) => {
    const headers = { 'content-type': plain, 'x-content-type-options': 'nosniff' };
    expect(await ask(registryWith(checks), url)).toEqual({ status, text, headers });
  });
});

describe('the response for one check', () => {
  const registry = registryWith([pingCheck, failing('etcd'), passing('poststarthook/rbac/bootstrap-roles')]);

  it.each(['/livez/ping', '/healthz/ping', '/readyz/poststarthook/rbac/bootstrap-roles'])('%s is ok', async (path) => {
    expect(await ask(registry, path)).toEqual({ status: 200, text: 'ok', headers: { 'content-type': plain } });
  });

  it('gives the reason of a failure', async () => {
    expect(await ask(registry, '/livez/etcd')).toEqual({
      status: 500,
      text: 'internal server error: etcd is down\n',
      headers: { 'content-type': plain, 'x-content-type-options': 'nosniff' },
    });
  });

  it.each(['/livez/unknown', '/livez/', '/livez/ping/', '/health', '/', '/constructor', '/readyz2'])(
    '%s is not there',
    async (path) => {
      expect(await ask(registry, path)).toBeUndefined();
    },
  );
});

describe('registration', () => {
  it('adds to the endpoints that are meant', async () => {
    const registry = registryWith([pingCheck]);
    registry.addReadyz(passing('only-ready'));
    registry.addLivez(passing('only-live'));
    expect((await ask(registry, '/readyz?verbose'))?.text).toBe('[+]ping ok\n[+]only-ready ok\nreadyz check passed\n');
    expect((await ask(registry, '/livez?verbose'))?.text).toBe('[+]ping ok\n[+]only-live ok\nlivez check passed\n');
    expect((await ask(registry, '/healthz?verbose'))?.text).toBe('[+]ping ok\nhealthz check passed\n');
    expect([registry.has('only-live'), registry.has('other')]).toEqual([true, false]);
  });

  it('names the paths of endpoints and checks', () => {
    const registry = registryWith([pingCheck]);
    registry.addReadyz(passing('shutdown'));
    expect(registry.paths).toEqual([
      '/healthz',
      '/healthz/ping',
      '/livez',
      '/livez/ping',
      '/readyz',
      '/readyz/ping',
      '/readyz/shutdown',
    ]);
  });

  it('refuses a second check of the same name', () => {
    expect(() => registryWith([pingCheck, passing('ping')])).toThrow('healthz already has a check named ping');
  });

  it('lets livez pass during the grace period of the start', async () => {
    let time = 0;
    const registry = new HealthRegistry({ livezGraceMilliseconds: 100, now: () => time });
    registry.addBootSequence(failing('poststarthook/slow'));
    const statuses = async () => [
      (await ask(registry, '/livez'))?.status,
      (await ask(registry, '/livez/poststarthook/slow'))?.status,
      (await ask(registry, '/readyz'))?.status,
    ];
    expect(await statuses()).toEqual([200, 200, 500]);
    time = 101;
    expect(await statuses()).toEqual([500, 500, 500]);
  });

  it('says once that readyz has passed', async () => {
    let ready = 0;
    let sound = false;
    const registry = new HealthRegistry();
    registry.onFirstReady(() => ready++);
    registry.add({
      name: 'late',
      check() {
        if (!sound) throw new Error('not yet');
      },
    });
    await ask(registry, '/readyz');
    expect(ready).toBe(0);
    sound = true;
    await ask(registry, '/livez');
    expect(ready).toBe(0);
    await ask(registry, '/readyz');
    await ask(registry, '/readyz');
    expect(ready).toBe(1);
  });

  it('reports results with their reasons', async () => {
    const outcomes: CheckOutcome[] = [];
    const registry = registryWith([pingCheck, failing('etcd')], { onOutcome: (outcome) => outcomes.push(outcome) });
    await ask(registry, '/livez');
    expect(outcomes.map(({ endpoint, check, failure }) => [endpoint, check, failure?.message])).toEqual([
      ['livez', 'ping', undefined],
      ['livez', 'etcd', 'etcd is down'],
    ]);
  });
});

describe('a check that does not come to an end', () => {
  const hanging: HealthCheck = { name: 'hanging', check: () => new Promise(() => {}) };

  it('fails after its timeout, with a message', async () => {
    let reason: unknown;
    const registry = registryWith(
      [
        {
          name: 'slow',
          check: (signal) => new Promise(() => signal.addEventListener('abort', () => (reason = signal.reason))),
        },
      ],
      { timeoutMilliseconds: 1 },
    );
    expect((await ask(registry, '/livez/slow'))?.text).toBe('internal server error: timed out after 0.001s\n');
    expect(reason).toEqual(new Error('timed out after 0.001s'));
  });

  it('is left alone when the client is gone', async () => {
    const client = new AbortController();
    const response = ask(registryWith([hanging]), '/livez/hanging', client.signal);
    client.abort();
    expect((await response)?.text).toBe('internal server error: the request was cancelled\n');
  });
});

describe('checks that every server has', () => {
  const run = (check: HealthCheck) => check.check(never());

  it('shutdown fails from the signal on', () => {
    const shutdown = new AbortController();
    const check = shutdownCheck(shutdown.signal);
    expect(run(check)).toBeUndefined();
    shutdown.abort();
    expect(() => run(check)).toThrow('process is shutting down');
  });

  it('log fails when flushing is stuck for two minutes, and comes back', async () => {
    let time = 0;
    let finish = () => {};
    const flush = () =>
      new Promise<void>((resolve) => {
        finish = resolve;
      });
    const check = logCheck(flush, () => time);
    expect(run(check)).toBeUndefined();
    time = 119_999;
    expect(run(check)).toBeUndefined();
    time = 120_000;
    expect(() => run(check)).toThrow('logging blocked');
    finish();
    await Promise.resolve();
    await Promise.resolve();
    expect(run(check)).toBeUndefined();
  });
});

it('checks are listed in the configured order, the others after them', async () => {
  const registry = new HealthRegistry({ order: ['a', 'b'] });
  registry.add(passing('z'), passing('b'));
  registry.addLiveness(passing('a'));
  const reported = async (path: string) => (await ask(registry, `${path}?verbose`))?.text.match(/(?<=\])\w+/g);
  expect(await reported('/livez')).toEqual(['a', 'b', 'z']);
  expect(await reported('/readyz')).toEqual(['b', 'z']);
});
