// Follows staging/src/k8s.io/apiserver/pkg/endpoints/filters/traces.go (v1.36)
// Follows vendor/go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp/handler.go (v1.36)

import { statusOf } from '../../apimachinery/status/index.js';
import { activeSpan, extractContext, runInSpan, type Span, spanKind } from '../../apimachinery/tracing/index.js';
import type { ApiResponse } from '../http/index.js';
import type { RequestContext } from '../request-context.js';
import type { RequestInfo } from '../routing/index.js';
import type { Tracer } from '../tracing/index.js';
import { afterResponse } from './after-response.js';
import { type Filter, type FilterHandler, follow } from './filter.js';

const httpScope = { name: 'go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp', version: '0.65.0' };
/** The misspelling is upstream's. */
const filterScope = { name: 'k8s.op/apiserver/pkg/endpoints/filterlatency' };
/** Users that may decide what is traced. */
const trustedGroups = ['system:masters', 'system:monitoring'];
/** Clients choose their audit IDs. */
const maxAuditIdLength = 64;

/** Runs each request within a span. Comes after authentication, so that trusted clients can have theirs sampled. */
export function traceRequests(tracer: Tracer): FilterHandler {
  return (context, next) => {
    const { request, user } = context;
    const sent = extractContext((name) => request.header(name));
    const isTrusted = user.groups.some((group) => trustedGroups.includes(group));
    const start = { name: spanName(context), kind: spanKind.server, scope: httpScope };
    const span = tracer.start(start, { sent, isTrusted });
    span.auditId = context.auditId.slice(0, maxAuditIdLength);
    if (span.isRecording) Object.assign(span.attributes, requestAttributes(context, span.auditId));
    return follow(() => runInSpan(span, next), {
      responded: (response) => (span.isRecording ? finishedWith(span, response) : response),
      failed: (error) => {
        finish(span, statusOf(error).code ?? 500);
        throw error;
      },
    });
  };
}

function finishedWith(span: Span, response: ApiResponse): ApiResponse {
  const { status, body } = response;
  if (Buffer.isBuffer(body) && body.length > 0) span.attributes['http.response.body.size'] = body.length;
  return afterResponse(response, () => finish(span, status));
}

function finish(span: Span, code: number): void {
  if (code >= 500) span.failure = '';
  span.finish({ 'http.response.status_code': code });
}

function spanName({ info, request }: RequestContext): string {
  return info.isResourceRequest ? `${request.method} ${routeOf(info)}` : request.method;
}

function routeOf({ apiPrefix, apiGroup, apiVersion, namespace, resource, name, subresource }: RequestInfo): string {
  const place = namespace === '' ? [] : ['namespaces', '{:namespace}'];
  const parts = [apiPrefix, apiGroup, apiVersion, ...place, resource, name && '{:name}', subresource];
  return `/${parts.filter(Boolean).join('/')}`;
}

function requestAttributes({ request }: RequestContext, auditId: string): Record<string, string | number> {
  const { host, port } = splitHost(request.host);
  const peer = request.remoteAddress;
  const userAgent = request.header('user-agent') ?? '';
  const forwarded = (request.header('x-forwarded-for') ?? '').split(',')[0]!.trim();
  const length = Number(request.header('content-length') ?? 0);
  return {
    'server.address': host,
    'http.request.method': request.method,
    'url.scheme': 'https',
    ...(port && port !== 443 && { 'server.port': port }),
    ...(peer && { 'network.peer.address': peer }),
    ...(userAgent && { 'user_agent.original': userAgent }),
    'client.address': forwarded || peer,
    'url.path': request.decodedPath,
    'network.protocol.version': request.protocol.slice('HTTP/'.length),
    'http.target': request.target,
    'audit-id': auditId,
    ...(length > 0 && { 'http.request.body.size': length }),
  };
}

/** Of `host:port`, `[address]:port`, or a host alone. */
function splitHost(text: string): { host: string; port: number } {
  const [, address, name, port] = /^(?:\[([^\]]*)\]|([^:]*))(?::(\d+))?$/.exec(text) ?? [];
  return { host: address ?? name ?? text, port: Number(port ?? 0) };
}

/** Gives a filter, with everything that it lets through, a span of its own. */
export function tracedFilter(filter: Filter, name: string): Filter {
  const handle: FilterHandler = (context, next) => {
    const parent = activeSpan();
    if (!parent?.isRecording) return filter.handle(context, next);
    const span = parent.child({ name, scope: filterScope });
    return follow(() => runInSpan(span, () => filter.handle(context, next)), {
      responded: (response) => afterResponse(response, () => span.finish()),
      failed: (error) => {
        span.finish();
        throw error;
      },
    });
  };
  return { name: filter.name, handle };
}
