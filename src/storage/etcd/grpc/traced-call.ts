// Follows vendor/go.opentelemetry.io/contrib/instrumentation/google.golang.org/grpc/otelgrpc/stats_handler.go (v1.36)

import { grpcCodeName } from '../../../apimachinery/grpc/index.js';
import { messageOf } from '../../../apimachinery/status/index.js';
import { type Attributes, contextHeaders, type Span, spanKind } from '../../../apimachinery/tracing/index.js';
import type { Frame } from './framing.js';
import { GrpcFailure } from './status.js';

const scope = {
  name: 'go.opentelemetry.io/contrib/instrumentation/google.golang.org/grpc/otelgrpc',
  version: '0.65.0',
};
/** The part of a frame that is not the message. */
const headerLength = 5;

export interface TracedRequest {
  /** Of the method, such as `/etcdserverpb.KV/Range`. */
  readonly path: string;
  readonly request: Frame;
  readonly endpoint: URL;
}

/** Makes a call within a span of its own; the headers let the member continue the trace. */
export async function tracedCall(
  parent: Span,
  { path, request, endpoint: { hostname, port } }: TracedRequest,
  call: (headers: Record<string, string>) => Promise<Buffer>,
): Promise<Buffer> {
  if (!parent.isRecording) return call(contextHeaders(parent.context));
  const name = path.slice(1);
  const server = { 'server.address': hostname, ...(port && { 'server.port': Number(port) }) };
  const attributes = { 'rpc.method': name, 'rpc.system.name': 'grpc', ...server };
  const span = parent.child({ name, kind: spanKind.client, scope, attributes });
  span.addEvent('message', sizes('SENT', request.length - headerLength));
  try {
    const message = await call(contextHeaders(span.context));
    span.addEvent('message', sizes('RECEIVED', message.length));
    span.finish({ 'rpc.response.status_code': 'OK' });
    return message;
  } catch (error) {
    span.failure = messageOf(error);
    span.finish({ 'rpc.response.status_code': grpcCodeName(error instanceof GrpcFailure ? error.code : 2) });
    throw error;
  }
}

function sizes(type: 'SENT' | 'RECEIVED', bytes: number): Attributes {
  return {
    'rpc.message.type': type,
    'rpc.message.id': 1,
    'rpc.message.compressed_size': bytes,
    'rpc.message.uncompressed_size': bytes,
  };
}
