// See https://github.com/open-telemetry/opentelemetry-proto (v1.9): trace.proto, common.proto, resource.proto

import { MessageWriter } from '../../apimachinery/grpc/index.js';
import type { Attributes, Span } from '../../apimachinery/tracing/index.js';

/** The method that collectors implement. */
export const exportMethod = '/opentelemetry.proto.collector.trace.v1.TraceService/Export';

/** `ExportTraceServiceRequest`: the spans of one resource, by scope. */
export function exportRequest(spans: readonly Span[], resource: Attributes): MessageWriter {
  const ofResource = new MessageWriter().message(1, withAttributes(new MessageWriter(), 1, resource));
  for (const scope of new Set(spans.map((span) => span.scope))) {
    const name = new MessageWriter().text(1, scope.name).text(2, scope.version ?? '');
    const ofScope = new MessageWriter().message(1, name);
    for (const span of spans) if (span.scope === scope) ofScope.message(2, spanMessage(span));
    ofResource.message(2, ofScope);
  }
  return new MessageWriter().message(1, ofResource);
}

const hasRemoteFlag = 0x100;
const isRemoteFlag = 0x200;

function spanMessage(span: Span): MessageWriter {
  const { context, parent, isParentRemote = false, links = [], wallStart } = span.place;
  const message = new MessageWriter()
    .bytes(1, Buffer.from(context.traceId, 'hex'))
    .bytes(2, Buffer.from(context.spanId, 'hex'))
    .text(3, context.state)
    .bytes(4, Buffer.from(parent?.spanId ?? '', 'hex'))
    .text(5, span.name)
    .number(6, span.kind)
    .fixed64(7, nanoseconds(wallStart))
    .fixed64(8, nanoseconds(span.end));
  withAttributes(message, 9, span.attributes);
  for (const { name, time, attributes } of span.events) {
    const event = new MessageWriter().fixed64(1, nanoseconds(time)).text(2, name);
    message.message(11, withAttributes(event, 3, attributes));
  }
  for (const link of links) {
    const ids = new MessageWriter()
      .bytes(1, Buffer.from(link.traceId, 'hex'))
      .bytes(2, Buffer.from(link.spanId, 'hex'));
    const flags = hasRemoteFlag + isRemoteFlag + Number(link.isSampled);
    message.message(13, ids.text(3, link.state).fixed32(6, flags));
  }
  message.message(15, statusMessage(span.failure));
  return message.fixed32(16, Number(context.isSampled) + hasRemoteFlag + (isParentRemote ? isRemoteFlag : 0));
}

const errorCode = 2;

function statusMessage(failure: string | undefined): MessageWriter {
  return failure === undefined ? new MessageWriter() : new MessageWriter().text(2, failure).number(3, errorCode);
}

function withAttributes(message: MessageWriter, field: number, attributes: Attributes): MessageWriter {
  for (const [key, value] of Object.entries(attributes)) {
    message.message(field, new MessageWriter().text(1, key).message(2, anyValue(value)));
  }
  return message;
}

function anyValue(value: string | number | boolean): MessageWriter {
  if (typeof value === 'string') return new MessageWriter().member(1, value);
  return new MessageWriter().member(typeof value === 'boolean' ? 2 : 3, value);
}

/** Milliseconds since 1970, with fractions, exceed what a number holds once they are nanoseconds. */
function nanoseconds(milliseconds: number): bigint {
  const whole = Math.floor(milliseconds);
  return BigInt(whole) * 1_000_000n + BigInt(Math.floor((milliseconds - whole) * 1e6));
}
