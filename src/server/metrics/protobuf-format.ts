// Follows vendor/github.com/prometheus/client_model/go/metrics.pb.go (v1.36)

import { parseAccept } from '../../apimachinery/codec/index.js';
import { MessageWriter } from '../../apimachinery/grpc/index.js';
import type { MetricDeclaration } from './declaration.js';
import type { NativeBuckets } from './native-buckets.js';
import { type Counter, type Gauge, Histogram } from './series.js';
import { markedHelp } from './text-format.js';

const messageName = 'io.prometheus.client.MetricFamily';
export const protobufContentType = `application/vnd.google.protobuf; proto=${messageName}; encoding=delimited; escaping=underscores`;

/** Whether a client prefers protobuf to text. */
export function prefersProtobuf(accept: string | undefined): boolean {
  const wanted = parseAccept(accept ?? '').find(
    ({ type, subtype, parameters }) =>
      (type === 'text' && subtype === 'plain') ||
      (`${type}/${subtype}` === 'application/vnd.google.protobuf' &&
        parameters.get('proto') === messageName &&
        parameters.get('encoding') === 'delimited'),
  );
  return wanted?.type === 'application';
}

const types = { counter: 0, gauge: 1, histogram: 4 } as const;
type Series = Counter | Gauge | Histogram;

/** A family of metrics as a message, after its length. */
export function familyMessage(
  declaration: MetricDeclaration<string> & { readonly type: keyof typeof types; readonly buckets?: readonly number[] },
  series: readonly (readonly [labels: string, series: Series])[],
): Buffer {
  const family = new MessageWriter()
    .text(1, declaration.name)
    .text(2, markedHelp(declaration))
    .member(3, types[declaration.type]);
  for (const [labels, one] of series) {
    const metric = new MessageWriter();
    for (const [name, value] of labelsIn(labels)) metric.message(1, new MessageWriter().text(1, name).text(2, value));
    if (one instanceof Histogram) metric.message(7, histogramMessage(one, declaration.buckets ?? []));
    else metric.message(declaration.type === 'gauge' ? 2 : 3, double(new MessageWriter(), 1, one.value));
    family.message(4, metric);
  }
  return new MessageWriter().delimited(family).finish();
}

function histogramMessage(histogram: Histogram, bounds: readonly number[]): MessageWriter {
  const counts = histogram.cumulativeCounts();
  const message = double(new MessageWriter().member(1, counts.at(-1)!), 2, histogram.sum);
  for (const [index, bound] of bounds.entries()) {
    message.message(3, double(new MessageWriter().member(1, counts[index]!), 2, bound));
  }
  return histogram.native ? addNative(message, histogram.native) : message;
}

/** Values around zero that are counted as zero. */
const zeroThreshold = 2 ** -128;

function addNative(message: MessageWriter, native: NativeBuckets): MessageWriter {
  double(message.member(5, zigzag(native.schema)), 6, zeroThreshold).member(7, native.zeroCount);
  for (const [field, spans] of [
    [9, native.negativeSpans()],
    [12, native.positiveSpans()],
  ] as const) {
    for (const { offset, counts } of spans) {
      message.message(field, new MessageWriter().member(1, zigzag(offset)).member(2, counts.length));
    }
    let before = 0;
    for (const count of spans.flatMap(({ counts }) => counts)) {
      message.member(field + 1, zigzag(count - before));
      before = count;
    }
  }
  return message;
}

function zigzag(value: number): number {
  return value < 0 ? -2 * value - 1 : 2 * value;
}

function double(message: MessageWriter, field: number, value: number): MessageWriter {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleLE(value);
  return message.fixed64(field, bytes.readBigUInt64LE());
}

/** The labels of a series: see `labelText`. */
function labelsIn(text: string): [name: string, value: string][] {
  const labels: [string, string][] = [];
  for (let at = 0; at < text.length; ) {
    const start = text.indexOf('="', at) + 2;
    let end = start;
    while (text[end] !== '"') end += text[end] === '\\' ? 2 : 1;
    const value = text.slice(start, end).replace(/\\(.)/g, (_escape, char: string) => (char === 'n' ? '\n' : char));
    labels.push([text.slice(at, start - 2), value]);
    // After the quote and the comma.
    at = end + 2;
  }
  return labels;
}
