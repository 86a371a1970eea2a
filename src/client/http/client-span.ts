// Follows vendor/go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp/handler.go (v1.36)

import { messageOf } from '../../apimachinery/status/index.js';
import { activeSpan, contextHeaders, type Span, spanKind } from '../../apimachinery/tracing/index.js';

const scope = { name: 'go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp', version: '0.65.0' };

export interface OutgoingRequest {
  readonly method: string;
  /** The whole URL, without credentials. */
  readonly url: string;
  readonly host: string;
  readonly port: number;
}

/** A request to another server, as part of a trace. */
export class ClientSpan {
  /** By which the other server continues the trace. */
  readonly headers: Readonly<Record<string, string>>;
  readonly #span: Span;

  constructor(span: Span) {
    this.#span = span;
    this.headers = contextHeaders(span.context);
  }

  responded(code: number): void {
    if (code >= 400) this.#span.failure = '';
    const problem = code >= 400 ? { 'error.type': String(code) } : {};
    this.#span.finish({ 'http.response.status_code': code, ...problem });
  }

  failed(error: unknown): void {
    this.#span.failure = messageOf(error);
    this.#span.finish({ 'error.type': '_OTHER' });
  }
}

/** Starts the span of a request, if the request that causes it is traced. */
export function startClientSpan({ method, url, host, port }: OutgoingRequest): ClientSpan | undefined {
  const parent = activeSpan();
  if (!parent) return undefined;
  const attributes = {
    'http.request.method': method,
    'url.full': url,
    'server.address': host,
    ...(port !== 443 && { 'server.port': port }),
    'network.protocol.version': '1.1',
  };
  return new ClientSpan(parent.child({ name: `HTTP ${method}`, kind: spanKind.client, scope, attributes }));
}
