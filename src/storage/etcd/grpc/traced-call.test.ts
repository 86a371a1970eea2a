import { expect, it } from 'vitest';
import { ManualClock } from '../../../apimachinery/clock/manual-clock.test.support.js';
import { Span } from '../../../apimachinery/tracing/index.js';
import { GrpcCode, GrpcFailure } from './status.js';
import { tracedCall } from './traced-call.js';

const context = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), state: '', baggage: '' };

function parentOf(isSampled: boolean): { parent: Span; ended: Span[] } {
  const ended: Span[] = [];
  const clock = new ManualClock();
  const dependencies = { clock, newSpanId: () => 'c'.repeat(16), onEnd: (span: Span) => void ended.push(span) };
  const place = { context: { ...context, isSampled }, wallStart: 0, monotonicStart: 0 };
  return { parent: new Span({ name: 'a' }, place, dependencies), ended };
}

const request = { path: '/etcdserverpb.KV/Range', request: Buffer.alloc(15), endpoint: new URL('http://etcd:2379') };

it('a call has a span, and headers by which etcd continues the trace', async () => {
  const { parent, ended } = parentOf(true);
  let sent: Record<string, string> = {};
  await tracedCall(parent, request, async (headers) => {
    sent = headers;
    return Buffer.alloc(7);
  });
  expect(sent).toEqual({ traceparent: `00-${context.traceId}-${'c'.repeat(16)}-01` });
  expect(ended).toMatchObject([
    {
      name: 'etcdserverpb.KV/Range',
      kind: 3,
      attributes: {
        'rpc.method': 'etcdserverpb.KV/Range',
        'rpc.system.name': 'grpc',
        'rpc.response.status_code': 'OK',
        'server.address': 'etcd',
        'server.port': 2379,
      },
      events: [
        { name: 'message', attributes: { 'rpc.message.type': 'SENT', 'rpc.message.uncompressed_size': 10 } },
        { name: 'message', attributes: { 'rpc.message.type': 'RECEIVED', 'rpc.message.uncompressed_size': 7 } },
      ],
    },
  ]);
});

it('a failed call ends its span with the code', async () => {
  const { parent, ended } = parentOf(true);
  const failure = new GrpcFailure(GrpcCode.unavailable, 'gone', { fate: 'unknown' });
  await expect(tracedCall(parent, request, () => Promise.reject(failure))).rejects.toBe(failure);
  expect(ended).toMatchObject([{ failure: 'gone', attributes: { 'rpc.response.status_code': 'Unavailable' } }]);
});

it('a call of a request that is not sampled has headers only', async () => {
  const { parent, ended } = parentOf(false);
  await tracedCall(parent, request, async (headers) => {
    expect(headers).toEqual({ traceparent: `00-${context.traceId}-${context.spanId}-00` });
    return Buffer.alloc(0);
  });
  expect(ended).toEqual([]);
});
