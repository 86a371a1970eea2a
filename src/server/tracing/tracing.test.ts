import { describe, expect, it, onTestFinished } from 'vitest';
import { ManualClock } from '../../apimachinery/clock/manual-clock.test.support.js';
import {
  activeSpan,
  contextHeaders,
  extractContext,
  runInSpan,
  type Span,
  traced,
  traceEvent,
} from '../../apimachinery/tracing/index.js';
import { openTracing, readTracingConfiguration, Tracer } from './index.js';
import { SpanExporter } from './span-exporter.js';
import { TraceCollector } from './trace-collector.test.support.js';

const kind = 'apiVersion: apiserver.config.k8s.io/v1\nkind: TracingConfiguration\n';
const sent = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331', state: '', baggage: '' };

function tracerOf(samplingRatePerMillion: number, random?: (bytes: number) => Buffer) {
  const ended: Span[] = [];
  const clock = new ManualClock();
  const options = { samplingRatePerMillion, clock, onEnd: (span: Span) => void ended.push(span) };
  return { ended, clock, tracer: new Tracer({ ...options, ...(random && { random }) }) };
}

describe('a tracing configuration', () => {
  it.each([
    ['v1', 'endpoint: localhost:1\nsamplingRatePerMillion: 7', { endpoint: 'localhost:1', samplingRatePerMillion: 7 }],
    ['v1beta1', '', { endpoint: 'localhost:4317', samplingRatePerMillion: 0 }],
    ['v1alpha1', 'endpoint: unix:///a', { endpoint: 'unix:///a', samplingRatePerMillion: 0 }],
  ])('of %s with %j is read', (version, fields, configuration) => {
    const head = `apiVersion: apiserver.config.k8s.io/${version}\nkind: TracingConfiguration\n`;
    expect(readTracingConfiguration(head + fields)).toEqual(configuration);
  });

  it.each([
    [`${kind}samplingRatePerMillion: -1`, 'Invalid value: -1: sampling rate must be positive'],
    [`${kind}samplingRatePerMillion: 1000001`, 'sampling rate per million must be less than or equal to one million'],
    [`${kind}endpoint: https://a`, 'Invalid value: "https://a": unsupported scheme: https.  Options are none, dns'],
    [`${kind}endpoints: a`, 'unable to decode tracing configuration data: strict decoding error: unknown field'],
    ['kind: TracingConfiguration', "Object 'apiVersion' is missing"],
    [`${kind}endpoint: 1`, 'json: cannot unmarshal number into Go struct field TracingConfiguration.endpoint'],
  ])('%j is refused', (text, problem) => {
    expect(() => readTracingConfiguration(text)).toThrow(problem);
  });
});

describe('the context of a trace', () => {
  const header = `00-${sent.traceId}-${sent.spanId}-01`;

  it('is read from headers, and written to them', () => {
    const headers: Record<string, string> = { traceparent: header, tracestate: 'a=b', baggage: 'c=d' };
    const context = extractContext((name) => headers[name]);
    expect(context).toEqual({ ...sent, isSampled: true, state: 'a=b', baggage: 'c=d' });
    expect(contextHeaders(context!)).toEqual(headers);
  });

  it.each([
    ['no header', ''],
    ['upper case', header.toUpperCase()],
    ['zeros as a trace', `00-${'0'.repeat(32)}-${sent.spanId}-01`],
    ['zeros as a span', `00-${sent.traceId}-${'0'.repeat(16)}-01`],
    ['version ff', `ff${header.slice(2)}`],
    ['more fields than version 00 has', `${header}-more`],
  ])('is not read from %s', (_, value) => {
    expect(extractContext((name) => (name === 'traceparent' ? value : undefined))).toBeUndefined();
  });
});

describe('a tracer', () => {
  it.each([
    [0, false, false],
    [1_000_000, false, true],
    [0, true, true],
  ])('with rate %d and a sampled parent: %s, samples: %s', (rate, isSampled, expected) => {
    const { tracer } = tracerOf(rate);
    const parent = isSampled ? { ...sent, isSampled } : undefined;
    expect(tracer.start({ name: 'a' }, { sent: parent, isTrusted: true }).isRecording).toBe(expected);
  });

  it('decides by the second half of the trace identifier', () => {
    const ids = (byte: number) => (bytes: number) => Buffer.alloc(bytes, byte);
    const none = { sent: undefined, isTrusted: false };
    expect(tracerOf(500_000, ids(0x7f)).tracer.start({ name: 'a' }, none).isRecording).toBe(true);
    expect(tracerOf(500_000, ids(0x81)).tracer.start({ name: 'a' }, none).isRecording).toBe(false);
  });

  it('begins a trace of its own for clients that are not trusted, linked to theirs', () => {
    const { tracer } = tracerOf(1_000_000);
    const span = tracer.start({ name: 'a' }, { sent: { ...sent, isSampled: true }, isTrusted: false });
    expect(span.context.traceId).not.toBe(sent.traceId);
    expect(span.place.links).toEqual([{ ...sent, isSampled: true }]);
  });

  it('nests spans, also across promises, and measures them', async () => {
    const { tracer, clock, ended } = tracerOf(1_000_000);
    const root = tracer.start({ name: 'root' }, { sent: undefined, isTrusted: false });
    await runInSpan(root, async () => {
      await traced({ name: 'child' }, async () => {
        await clock.advance(5);
        traceEvent('halfway', { count: 1 });
        expect(activeSpan()?.name).toBe('child');
      });
      expect(activeSpan()).toBe(root);
    });
    root.finish();
    await Promise.resolve();
    expect(ended.map(({ name, place, end }) => [name, end - place.wallStart])).toEqual([
      ['child', 5],
      ['root', 5],
    ]);
    expect(ended[0]!.events).toMatchObject([{ name: 'halfway', attributes: { count: 1 } }]);
    expect(ended[0]!.place.parent?.spanId).toBe(root.context.spanId);
  });

  it('records nothing for a request that is not sampled, but passes its context on', () => {
    const { tracer, ended } = tracerOf(0);
    const span = tracer.start({ name: 'a' }, { sent: undefined, isTrusted: false });
    runInSpan(span, () => {
      traced({ name: 'b' }, (inner) => expect(inner).toBeUndefined());
      expect(contextHeaders(activeSpan()!.context)['traceparent']).toMatch(/-00$/);
    });
    span.finish();
    expect(ended).toEqual([]);
  });
});

it('there is no active span outside of a trace', () => {
  expect(activeSpan()).toBeUndefined();
});

describe('an exporter', () => {
  it('sends spans with all that belongs to them, the last ones when it is closed', async () => {
    const collector = await TraceCollector.start();
    onTestFinished(() => collector.close());
    const { endpoint } = collector;
    const errors: unknown[] = [];
    const tracing = openTracing(
      { endpoint, samplingRatePerMillion: 0 },
      { serverId: 'apiserver-1', onError: (error) => errors.push(error) },
    );
    const span = tracing.tracer.start(
      { name: 'GET', kind: 2, attributes: { text: '', count: 3 } },
      { sent: { ...sent, isSampled: true }, isTrusted: true },
    );
    span.addEvent('seen');
    span.failure = 'broken';
    span.finish({ code: 500 });
    await tracing.close();
    expect(errors).toEqual([]);
    expect(collector.spans).toMatchObject([
      {
        resource: { 'service.name': 'apiserver', 'service.instance.id': 'apiserver-1' },
        scope: 'k8s.io/component-base/tracing',
        traceId: sent.traceId,
        parentSpanId: sent.spanId,
        name: 'GET',
        kind: 2,
        attributes: { text: '', count: 3, code: 500 },
        events: ['seen'],
        flags: 769,
        status: 2,
      },
    ]);
  });

  it('sends a full batch at once, and drops what exceeds its queue', async () => {
    const collector = await TraceCollector.start();
    onTestFinished(() => collector.close());
    const errors: unknown[] = [];
    const exporter = new SpanExporter({
      endpoint: collector.endpoint,
      resource: {},
      clock: new ManualClock(),
      onError: (error) => errors.push(error),
    });
    const { tracer } = tracerOf(1_000_000);
    const span = tracer.start({ name: 'a' }, { sent: undefined, isTrusted: false });
    for (let count = 0; count < 3000; count++) exporter.add(span);
    await exporter.close();
    expect([collector.spans.length, errors]).toEqual([2560, []]);
  });

  it('reports that a collector cannot be reached', async () => {
    const errors: unknown[] = [];
    const collector = await TraceCollector.start();
    const { endpoint } = collector;
    await collector.close();
    const exporter = new SpanExporter({ endpoint, resource: {}, onError: (error) => errors.push(error) });
    exporter.add(tracerOf(1_000_000).tracer.start({ name: 'a' }, { sent: undefined, isTrusted: false }));
    await exporter.close();
    expect(String(errors[0])).toMatch(/traces export: .*ECONNREFUSED/);
  });
});
