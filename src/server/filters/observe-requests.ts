import { statusOf } from '../../apimachinery/status/index.js';
import type { ApiResponse, ResponseSink } from '../http/index.js';
import {
  drainingRefusal,
  isExemptFromRefusal,
  type LifecycleController,
  retryAfterRefusal,
} from '../lifecycle/index.js';
import type { ApiServerMetrics } from '../metrics/index.js';
import type { RequestContext } from '../request-context.js';
import type { LongRunningCheck } from '../routing/index.js';
import type { Filter } from './filter.js';

export interface Observers {
  readonly lifecycle: LifecycleController;
  readonly metrics: ApiServerMetrics;
  readonly isLongRunning: LongRunningCheck;
}

/** Counts requests: for the metrics, and for shutdown, which waits for those in flight and tells watches to end. */
export function observeRequests(observers: Observers): Filter {
  const { lifecycle, metrics, isLongRunning } = observers;
  return async (context, next) => {
    const { info, request } = context;
    if (lifecycle.refusesRequests && !isExemptFromRefusal(request)) return retryAfterRefusal;
    const isCounted = !isLongRunning(info);
    if (isCounted && !lifecycle.requests.begin()) return drainingRefusal;
    const begin = performance.now();
    let code = 500;
    try {
      const response = await next();
      code = response.status;
      return info.verb === 'watch' ? endedOnShutdown(response, lifecycle) : response;
    } catch (error) {
      code = statusOf(error).code ?? 500;
      throw error;
    } finally {
      if (isCounted) lifecycle.requests.end();
      if (context.isRouted) record(metrics, context, { code, durationSeconds: (performance.now() - begin) / 1000 });
    }
  };
}

function record(
  metrics: ApiServerMetrics,
  { info, request }: RequestContext,
  outcome: { code: number; durationSeconds: number },
): void {
  const facts = { method: request.method, contentType: request.header('content-type') };
  metrics.requestFinished(info, facts, { ...outcome, responseBytes: 0 });
}

/** The body ends as if its client had gone when the server shuts down. */
function endedOnShutdown(response: ApiResponse, { watches }: LifecycleController): ApiResponse {
  const { body } = response;
  if (typeof body !== 'function') return response;
  const untilShutdown = async (sink: ResponseSink): Promise<void> => {
    const shutdown = new AbortController();
    const stop = (): void => shutdown.abort();
    if (!watches.begin(stop)) return;
    try {
      await body(closedBy(sink, AbortSignal.any([sink.closed, shutdown.signal])));
    } finally {
      watches.end(stop);
    }
  };
  return { ...response, body: untilShutdown };
}

function closedBy(sink: ResponseSink, closed: AbortSignal): ResponseSink {
  return {
    write: (chunk) => sink.write(chunk),
    drained: () => sink.drained(),
    get pendingBytes() {
      return sink.pendingBytes;
    },
    closed,
  };
}
