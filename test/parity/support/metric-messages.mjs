// /metrics as protocol buffers.
import { MessageFields } from '../../../dist/apimachinery/grpc/index.js';

const message = 'application/vnd.google.protobuf;proto=io.prometheus.client.MetricFamily;encoding=delimited';
const accepted = [
  message,
  '*/*',
  `${message};q=0.3, text/plain;q=0.5`,
  `text/plain;q=0.1,${message};q=0.3`,
  'application/vnd.google.protobuf',
  'application/openmetrics-text; version=1.0.0',
];
const families = ['apiserver_request_total', 'apiserver_storage_objects', 'apiserver_request_duration_seconds'];

/** The messages of a stream, each of which comes after its length. */
function* messagesIn(bytes) {
  for (let at = 0; at < bytes.length; ) {
    let length = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++];
      length += (byte & 127) * 2 ** shift;
      if (byte < 128) break;
    }
    yield new MessageFields(bytes.subarray(at, at + length));
    at += length;
  }
}

/** What all histograms have in common. */
function shapeOf(metric) {
  const [histogram] = metric.messages(7);
  if (!histogram) return metric.messages(2).length > 0 ? 'gauge' : 'counter';
  const isNative = histogram.all(6).length > 0;
  const spans = histogram.messages(12).length;
  return { buckets: histogram.all(3).length, ...(isNative && { native: isNative, hasSpans: spans > 0 }) };
}

export const cases = [
  {
    name: 'metrics as protocol buffers',
    async run(t) {
      const path = `/api/v1/namespaces/${await t.ns()}/configmaps`;
      await t.post(path, { metadata: { name: 'a' } });
      await t.get(path);
      for (const accept of accepted) t.see(accept, (await t.get('/metrics', { accept })).headers['content-type']);
      const { buf } = await t.get('/metrics', { accept: message });
      const found = new Map([...messagesIn(buf)].map((family) => [family.text(1), family]));
      for (const name of families) {
        const family = found.get(name);
        const metric = family
          .messages(4)
          .find((one) => one.messages(1).some((label) => label.text(2) === 'configmaps'));
        const labels = metric.messages(1).map((label) => label.text(1));
        const [stability] = family.text(2).split(' ');
        t.see(name, [stability, family.number(3), labels, shapeOf(metric)]);
      }
    },
  },
];
