import { describe, expect, it } from 'vitest';
import { counter, exponentialBuckets, gauge, histogram } from './declaration.js';
import { only } from './metric-family.js';
import { MetricsRegistry } from './metrics-registry.js';
import { collectProcessMetrics } from './process-metrics.js';
import { formatFloat } from './text-format.js';

const requests = counter('requests_total', { stability: 'STABLE', help: 'Requests.', labels: ['verb', 'code'] });
const depth = gauge('depth', { stability: 'ALPHA', deprecatedSince: '1.34.0', help: 'How deep\\.\nOr not.' });
const seconds = histogram('seconds', { stability: 'BETA', help: 'Seconds.', labels: ['verb'], buckets: [0.5, 1, 1e6] });

describe('the text format', () => {
  it('shows families and series in order, labels by name', () => {
    const registry = new MetricsRegistry();
    const family = registry.counter(requests);
    family.with({ verb: 'PUT', code: '200' }).increment();
    family.with({ verb: 'GET', code: '200' }).add(2);
    family.with({ verb: 'GET', code: '200' }).increment();
    family.with({ verb: 'GET', code: '404' }).add(1_234_567);
    only(registry.gauge(depth)).set(-1.5);
    expect(registry.expose()).toBe(
      [
        '# HELP depth [ALPHA] (Deprecated since 1.34.0) How deep\\\\.\\nOr not.',
        '# TYPE depth gauge',
        'depth -1.5',
        '# HELP requests_total [STABLE] Requests.',
        '# TYPE requests_total counter',
        'requests_total{code="200",verb="GET"} 3',
        'requests_total{code="200",verb="PUT"} 1',
        'requests_total{code="404",verb="GET"} 1.234567e+06',
        '',
      ].join('\n'),
    );
  });

  it('shows histograms with cumulative buckets, sum and count', () => {
    const registry = new MetricsRegistry();
    const series = registry.histogram(seconds).with({ verb: 'GET' });
    for (const value of [0.5, 0.25, 0.75, 2, 2e6, Number.POSITIVE_INFINITY]) series.observe(value);
    expect(registry.expose()).toBe(
      [
        '# HELP seconds [BETA] Seconds.',
        '# TYPE seconds histogram',
        'seconds_bucket{verb="GET",le="0.5"} 2',
        'seconds_bucket{verb="GET",le="1"} 3',
        'seconds_bucket{verb="GET",le="1e+06"} 4',
        'seconds_bucket{verb="GET",le="+Inf"} 6',
        'seconds_sum{verb="GET"} +Inf',
        'seconds_count{verb="GET"} 6',
        '',
      ].join('\n'),
    );
  });

  it('shows a histogram without labels', () => {
    const registry = new MetricsRegistry();
    only(registry.histogram(histogram('plain', { help: 'Plain.', buckets: [1] }))).observe(1);
    expect(registry.expose()).toBe(
      '# HELP plain Plain.\n# TYPE plain histogram\nplain_bucket{le="1"} 1\nplain_bucket{le="+Inf"} 1\n' +
        'plain_sum 1\nplain_count 1\n',
    );
  });

  it('escapes what stands in label values', () => {
    const registry = new MetricsRegistry();
    registry.counter(requests).with({ verb: 'a"b\\c\nd', code: '' }).increment();
    expect(registry.expose()).toContain('requests_total{code="",verb="a\\"b\\\\c\\nd"} 1\n');
  });

  it('leaves out families without series', () => {
    const registry = new MetricsRegistry();
    registry.counter(requests);
    expect(registry.expose()).toBe('');
  });

  it.each([
    [0, '0'],
    [-0, '0'],
    [1, '1'],
    [-1, '-1'],
    [0.1, '0.1'],
    [0.0001, '0.0001'],
    [0.00001, '1e-05'],
    [5e-7, '5e-07'],
    [999_999, '999999'],
    [1_000_000, '1e+06'],
    [-12_345_678, '-1.2345678e+07'],
    [1e100, '1e+100'],
    [Number.NaN, 'NaN'],
    [Number.POSITIVE_INFINITY, '+Inf'],
    [Number.NEGATIVE_INFINITY, '-Inf'],
  ])('writes %d as %s', (value, text) => {
    expect(formatFloat(value)).toBe(text);
  });

  it('is in the content type of the response', () => {
    const { status, headers } = new MetricsRegistry().respond();
    expect([status, headers['content-type']]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8; escaping=underscores',
    ]);
  });
});

it('comes in pieces that make up the whole', () => {
  const registry = new MetricsRegistry();
  for (let code = 0; code < 3000; code++)
    registry
      .histogram(seconds)
      .with({ verb: `verb${code}` })
      .observe(code);
  const chunks = [...registry.chunks()];
  expect(chunks.length).toBeGreaterThan(5);
  expect(Buffer.concat(chunks).toString()).toBe(registry.expose());
  expect(registry.expose().match(/^# TYPE/gm)?.length).toBe(1);
});

describe('the registry', () => {
  it('gives everybody the same series of a declaration', () => {
    const registry = new MetricsRegistry();
    const labels = { verb: 'GET', code: '200' };
    expect(registry.counter(requests).with(labels)).toBe(registry.counter(requests).with(labels));
  });

  it('refuses two metrics of one name', () => {
    const registry = new MetricsRegistry();
    registry.gauge(depth);
    expect(() => registry.gauge({ ...depth })).toThrow('two metrics are named depth');
  });

  it('looks things up when they are shown', () => {
    const registry = new MetricsRegistry();
    let scrapes = 0;
    registry.onScrape(() => only(registry.gauge(depth)).set(++scrapes));
    registry.expose();
    expect(registry.expose()).toContain('depth 2\n');
  });

  it('forgets series, and shows no more of them than the limit', () => {
    const registry = new MetricsRegistry();
    const family = registry.counter(requests);
    for (let code = 0; code < 20_100; code++) family.with({ verb: 'GET', code: String(code) }).increment();
    expect(family.sorted().length).toBe(20_000);
    expect(family.with({ verb: 'GET', code: '20000' })).toBe(family.with({ verb: 'GET', code: '20099' }));
    family.remove({ verb: 'GET', code: '7' });
    expect(registry.expose()).not.toContain('code="7"');
  });
});

it('is reset on request, except gauges', () => {
  const registry = new MetricsRegistry();
  registry.counter(requests).with({ verb: 'GET', code: '200' }).increment();
  registry.histogram(seconds).with({ verb: 'GET' }).observe(3);
  only(registry.gauge(depth)).set(7);
  const { status, body } = registry.respond({ method: 'DELETE' });
  expect([status, String(body)]).toEqual([200, 'metrics reset\n']);
  const text = registry.expose();
  expect(text).toContain('requests_total{code="200",verb="GET"} 0\n');
  expect(text).toContain('seconds_bucket{verb="GET",le="+Inf"} 0\nseconds_sum{verb="GET"} 0\n');
  expect(text).toContain('depth 7\n');
});

it('counters only go up', () => {
  const series = new MetricsRegistry().counter(requests).with({ verb: '', code: '' });
  series.add(-5);
  series.raiseTo(3);
  series.raiseTo(2);
  expect(series.value).toBe(3);
});

it('makes exponential buckets', () => {
  expect(exponentialBuckets(1024, 2, 8)).toEqual([1024, 2048, 4096, 8192, 16384, 32768, 65536, 131072]);
});

it('shows the process', () => {
  const registry = new MetricsRegistry();
  collectProcessMetrics(registry);
  const samples = new Map(
    registry
      .expose()
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => line.split(' ') as [string, string])
      .map(([name, value]) => [name, Number(value)]),
  );
  expect(samples.get('process_cpu_seconds_total')).toBeGreaterThan(0);
  expect(samples.get('process_resident_memory_bytes')).toBeGreaterThan(1e6);
  expect(samples.get('process_start_time_seconds')).toBeCloseTo(performance.timeOrigin / 1000, 1);
  expect(samples.get(`nodejs_version_info{version="${process.version}"}`)).toBe(1);
  if (process.platform === 'linux') {
    expect(samples.get('process_open_fds')).toBeGreaterThan(2);
    expect(samples.get('process_virtual_memory_bytes')).toBeGreaterThan(samples.get('process_resident_memory_bytes')!);
  }
});

describe('series of what is gone', () => {
  const ofResources = counter('of_resources_total', { help: 'Of resources.', labels: ['group', 'resource', 'verb'] });
  const named = counter('named_total', { help: 'By name.', labels: ['name'], keepsRecent: 2 });
  const flows = gauge('flows', { help: 'Of flows.', labels: ['flow', 'level'] });
  const shown = (registry: MetricsRegistry) =>
    registry
      .expose()
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'));

  it('are forgotten with their resource, and with no other', () => {
    const registry = new MetricsRegistry();
    const family = registry.counter(ofResources);
    for (const group of ['one', 'other']) {
      for (const verb of ['GET', 'PUT']) family.with({ group, resource: 'things', verb }).increment();
    }
    family.with({ group: 'one', resource: 'others', verb: 'GET' }).increment();
    const removed: object[] = [];
    registry.onResourceRemoved((resource) => removed.push(resource));
    registry.removeResource({ group: 'one', resource: 'things' });
    expect(shown(registry)).toEqual([
      'of_resources_total{group="one",resource="others",verb="GET"} 1',
      'of_resources_total{group="other",resource="things",verb="GET"} 1',
      'of_resources_total{group="other",resource="things",verb="PUT"} 1',
    ]);
    expect(removed).toEqual([{ group: 'one', resource: 'things' }]);
    family.with({ group: 'one', resource: 'things', verb: 'GET' }).increment();
    expect(shown(registry)).toContain('of_resources_total{group="one",resource="things",verb="GET"} 1');
  });

  it('are forgotten by some of their labels, whatever is in the values of others', () => {
    const registry = new MetricsRegistry();
    const family = registry.gauge(flows);
    family.with({ flow: 'a', level: 'x' }).set(1);
    family.with({ flow: 'a', level: 'y' }).set(1);
    family.with({ flow: 'b', level: ',flow="a",' }).set(1);
    registry.counter(named).with({ name: 'a' }).increment();
    registry.removeMatching({ flow: 'a' });
    expect(shown(registry)).toEqual(['flows{flow="b",level=",flow=\\"a\\","} 1', 'named_total{name="a"} 1']);
  });

  it('are forgotten in the order in which they were used where names come and go', () => {
    const registry = new MetricsRegistry();
    const family = registry.counter(named);
    family.with({ name: 'first' }).increment();
    family.with({ name: 'second' }).increment();
    family.with({ name: 'first' }).increment();
    family.with({ name: 'third' }).increment();
    expect(shown(registry)).toEqual(['named_total{name="first"} 2', 'named_total{name="third"} 1']);
  });
});

it('exposes neither disabled metrics nor label values that are not allowed', () => {
  const exposure = {
    disabled: new Set(['hidden_total']),
    allowedValues: new Map([['seen_total', new Map([['verb', new Set(['GET'])]])]]),
  };
  const registry = new MetricsRegistry({ exposure });
  registry
    .counter(counter('hidden_total', { help: 'X.' }))
    .with({})
    .increment();
  const seen = registry.counter(counter('seen_total', { help: 'X.', labels: ['verb', 'code'] }));
  for (const verb of ['GET', 'LIST', 'PUT']) seen.with({ verb, code: '200' }).increment();
  expect(registry.expose()).toBe(
    '# HELP seen_total X.\n# TYPE seen_total counter\n' +
      'seen_total{code="200",verb="GET"} 1\nseen_total{code="200",verb="unexpected"} 2\n',
  );
  expect(registry.unexpectedValues).toBe(2);
});
