import { describe, expect, test } from 'vitest';
import { MessageFields } from '../../apimachinery/grpc/index.js';
import { counter, gauge, histogram } from './declaration.js';
import { MetricsRegistry } from './metrics-registry.js';
import { NativeBuckets } from './native-buckets.js';
import { prefersProtobuf } from './protobuf-format.js';

const delimited = 'application/vnd.google.protobuf;proto=io.prometheus.client.MetricFamily;encoding=delimited';

test.each([
  [undefined, false],
  ['*/*', false],
  [delimited, true],
  [`${delimited};q=0.3, text/plain;q=0.5`, false],
  [`text/plain;q=0.1,${delimited};q=0.3`, true],
  ['application/vnd.google.protobuf', false],
  ['application/vnd.google.protobuf;proto=io.prometheus.client.MetricFamily;encoding=text', false],
  ['application/openmetrics-text; version=1.0.0', false],
])('Accept: %s', (accept, expected) => expect(prefersProtobuf(accept)).toBe(expected));

const doubleOf = (bytes: Buffer | undefined): number => bytes!.readDoubleLE();

/** The messages of a stream in which each is preceded by its length, which is less than 128 here. */
function familiesOf(registry: MetricsRegistry): MessageFields[] {
  const { body } = registry.respond({ accept: delimited });
  return [...body].map((bytes) => {
    expect(bytes[0]).toBe(bytes.length - 1);
    return new MessageFields(bytes.subarray(1));
  });
}

test('families are messages', () => {
  const registry = new MetricsRegistry();
  registry
    .counter(counter('requests_total', { help: 'Requests.', stability: 'ALPHA', labels: ['path'] }))
    .with({ path: 'a"\n\\' })
    .add(3);
  registry
    .gauge(gauge('depth', { help: 'Depth.' }))
    .with({})
    .set(-1.5);
  const [depth, requests] = familiesOf(registry);
  expect([requests!.text(1), requests!.text(2), requests!.number(3)]).toEqual([
    'requests_total',
    '[ALPHA] Requests.',
    0,
  ]);
  const metric = new MessageFields(requests!.all(4)[0]!);
  const label = new MessageFields(metric.all(1)[0]!);
  expect([label.text(1), label.text(2)]).toEqual(['path', 'a"\n\\']);
  expect(doubleOf(new MessageFields(metric.all(3)[0]!).all(1)[0])).toBe(3);
  expect(depth!.number(3)).toBe(1);
});

test('histograms have native buckets only with the gate', () => {
  const seconds = histogram('seconds', { help: 'Seconds.', buckets: [1, 2] });
  const [plain, native] = [false, true].map((nativeHistograms) => {
    const registry = new MetricsRegistry({ nativeHistograms });
    for (const value of [0, 1.5, 1.5, 3]) registry.histogram(seconds).with({}).observe(value);
    const metric = new MessageFields(familiesOf(registry)[0]!.all(4)[0]!);
    return new MessageFields(metric.all(7)[0]!);
  });
  for (const message of [plain!, native!]) {
    expect([message.number(1), doubleOf(message.all(2)[0]), message.all(3).length]).toEqual([4, 6, 2]);
  }
  expect([plain!.number(5), plain!.all(12).length]).toEqual([0, 0]);
  // The schema is 3 as a zigzag number; one value is zero.
  expect([native!.number(5), native!.number(7), native!.all(12).length]).toEqual([6, 1, 2]);
});

describe('native buckets', () => {
  const bucketsOf = (...values: number[]): NativeBuckets => {
    const buckets = new NativeBuckets();
    for (const value of values) buckets.observe(value, 1);
    return buckets;
  };

  test('have bounds that are powers of the eighth root of two', () => {
    expect(bucketsOf(1, 2, 2.0001, 0.5).positiveSpans()).toEqual([
      { offset: -8, counts: [1] },
      { offset: 7, counts: [1] },
      { offset: 7, counts: [1, 1] },
    ]);
  });

  test('include gaps of up to two buckets', () => {
    expect(bucketsOf(1, 2 ** (3 / 8)).positiveSpans()).toEqual([{ offset: 0, counts: [1, 0, 0, 1] }]);
  });

  test('of negative values are separate', () => {
    const buckets = bucketsOf(-1, 1, 0, Number.NaN);
    expect([buckets.negativeSpans(), buckets.positiveSpans(), buckets.zeroCount]).toEqual([
      [{ offset: 0, counts: [1] }],
      [{ offset: 0, counts: [1] }],
      1,
    ]);
  });

  test('become wider when there are more than 160', () => {
    const buckets = bucketsOf(...Array.from({ length: 200 }, (_, index) => 2 ** (index / 8)));
    const counts = buckets.positiveSpans().flatMap((span) => span.counts);
    expect([buckets.schema, counts.length, counts.reduce((sum, count) => sum + count)]).toEqual([2, 101, 200]);
  });
});
