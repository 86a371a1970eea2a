// See https://www.w3.org/TR/trace-context/ (version 00)

/** Identifies a span to other programs. */
export interface SpanContext {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** 16 hexadecimal digits. */
  readonly spanId: string;
  readonly isSampled: boolean;
  /** The `tracestate` header: facts of tracing systems, handed on unchanged. Empty: none. */
  readonly state: string;
  /** The `baggage` header, handed on unchanged. Empty: none. */
  readonly baggage: string;
}

const traceparent = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const noTrace = '0'.repeat(32);
const noSpan = '0'.repeat(16);
const longestState = 512;

/** Reads the headers of a request; undefined if they name no valid span. */
export function extractContext(header: (name: string) => string | undefined): SpanContext | undefined {
  const [, version, traceId, spanId, flags, more] = traceparent.exec(header('traceparent') ?? '') ?? [];
  if (!traceId || !spanId || !flags || version === 'ff' || traceId === noTrace || spanId === noSpan) return undefined;
  if (version === '00' && more !== undefined) return undefined;
  const state = header('tracestate') ?? '';
  return {
    traceId,
    spanId,
    isSampled: (Number.parseInt(flags, 16) & 1) === 1,
    state: state.length > longestState ? '' : state,
    baggage: header('baggage') ?? '',
  };
}

/** The headers by which another server continues the trace. */
export function contextHeaders({ traceId, spanId, isSampled, state, baggage }: SpanContext): Record<string, string> {
  return {
    traceparent: `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`,
    ...(state && { tracestate: state }),
    ...(baggage && { baggage }),
  };
}
