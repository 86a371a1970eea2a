export { activeSpan, runInSpan, traced, traceEvent } from './active-span.js';
export { type Attributes, Span, type SpanStart, spanKind, type TraceDependencies } from './span.js';
export { contextHeaders, extractContext, type SpanContext } from './trace-context.js';
