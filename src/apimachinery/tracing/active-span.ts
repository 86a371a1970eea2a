import { AsyncLocalStorage } from 'node:async_hooks';
import type { Attributes, Span, SpanStart } from './span.js';

/** Undefined until something is traced: then nothing is looked up, and promises cost what they always cost. */
let active: AsyncLocalStorage<Span> | undefined;

/** The span of the current request, or the innermost one within it; undefined: the request is not traced. */
export function activeSpan(): Span | undefined {
  return active?.getStore();
}

/** Runs `work`, and whatever it starts, within a span. */
export function runInSpan<Result>(span: Span, work: () => Result): Result {
  active ??= new AsyncLocalStorage();
  return active.run(span, work);
}

/** Adds an event to the active span, if there is one. */
export function traceEvent(name: string, attributes?: Attributes): void {
  active?.getStore()?.addEvent(name, attributes);
}

/**
 * Runs `work` within a new span, which ends with it. Without an active span it just runs, and `start` is not
 * called; callers on a hot path look for one first.
 */
export function traced<Result>(start: SpanStart | (() => SpanStart), work: (span: Span | undefined) => Result): Result {
  const parent = activeSpan();
  if (!parent?.isRecording) return work(undefined);
  const span = parent.child(typeof start === 'function' ? start() : start);
  return finishing(span, () => runInSpan(span, () => work(span)));
}

/** Ends a span when `work` has ended, or what it has promised. */
function finishing<Result>(span: Span, work: () => Result): Result {
  try {
    const result = work();
    if (!(result instanceof Promise)) {
      span.finish();
      return result;
    }
    // The promise itself is returned: its type is that of the result.
    result.then(
      () => span.finish(),
      () => span.finish(),
    );
    return result;
  } catch (error) {
    span.finish();
    throw error;
  }
}
