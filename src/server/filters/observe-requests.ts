// Follows staging/src/k8s.io/apiserver/pkg/endpoints/filters/metrics.go (v1.36)
// Follows staging/src/k8s.io/apiserver/pkg/endpoints/metrics/metrics.go (v1.36)

import { systemClock } from '../../apimachinery/clock/index.js';
import { statusOf } from '../../apimachinery/status/index.js';
import type { ApiRequest, ApiResponse } from '../http/index.js';
import {
  drainingResponse,
  isExemptFromRefusal,
  type LifecycleController,
  retryAfterResponse,
} from '../lifecycle/index.js';
import type { Logger } from '../logging/index.js';
import { type ApiServerMetrics, dryRunLabel, type RequestFacts, type RequestOutcome } from '../metrics/index.js';
import type { RequestContext } from '../request-context.js';
import type { LongRunningCheck } from '../routing/index.js';
import { afterResponse } from './after-response.js';
import { type FilterHandler, follow } from './filter.js';
import { logIfSlow, ownName } from './log-requests.js';
import { LongRunningRequest } from './long-running-request.js';

export interface Observers {
  readonly lifecycle: LifecycleController;
  readonly metrics: ApiServerMetrics;
  readonly isLongRunning: LongRunningCheck;
  /** Logs slow requests. */
  readonly log?: Logger;
}

/** Tracks requests: for metrics, and for shutdown, which waits for those in flight and ends long-running ones. */
export function observeRequests(observers: Observers): FilterHandler {
  const { lifecycle, metrics, isLongRunning, log } = observers;
  return (context, next) => {
    const { info } = context;
    if (lifecycle.refusesRequests && !isExemptFromRefusal(context.request)) return retryAfterResponse;
    const isCounted = !isLongRunning(info);
    const lasting = isCounted ? undefined : new LongRunningRequest(context, lifecycle);
    if (isCounted ? !lifecycle.requests.begin() : !lasting!.begin()) return drainingResponse;
    const begin = systemClock.monotonic();
    const ended = (code: number, responseBytes: number): void => {
      if (isCounted) lifecycle.requests.end();
      const milliseconds = systemClock.monotonic() - begin;
      if (log && isCounted) logIfSlow(log, context, milliseconds);
      if (!context.isRouted) return;
      const dryRun = dryRunOf(context.request);
      const requestBytes = bodyBytesOf(context.request);
      record(metrics, context, { code, durationSeconds: milliseconds / 1000, responseBytes, requestBytes, dryRun });
    };
    return follow(next, {
      responded: (response) => {
        ended(response.status, Buffer.isBuffer(response.body) ? response.body.length : 0);
        if (lasting === undefined) return response;
        return lasting.responded(info.verb === 'watch' ? followed(response, context, metrics) : response);
      },
      failed: (error) => {
        lasting?.end();
        ended(statusOf(error).code ?? 500, 0);
        throw error;
      },
    });
  };
}

function record(metrics: ApiServerMetrics, context: RequestContext, outcome: RequestOutcome): void {
  const { info } = context;
  const facts = factsOf(context);
  metrics.requestFinished(info, facts, outcome);
  if (context.user.name === ownName) metrics.selfRequest(info, facts);
  const { rawQuery, query } = context.request;
  if (rawQuery.includes('fieldValidation=')) {
    metrics.fieldValidated(fieldValidationLabel(query.get('fieldValidation')), outcome.durationSeconds);
  }
  if (outcome.code === 504) metrics.requestTerminated(info, facts, outcome.code);
}

/** Clients may send anything. */
function fieldValidationLabel(value: string | null): string {
  return ['', 'Ignore', 'Warn', 'Strict'].includes(value ?? '') ? (value ?? '') : 'invalid';
}

function factsOf({ request }: RequestContext): RequestFacts {
  return { method: request.method, contentType: request.header('content-type') };
}

/** From the content-length header. */
function bodyBytesOf(request: ApiRequest): number | undefined {
  if (!request.hasBody) return 0;
  const length = request.header('content-length');
  return length === undefined ? undefined : Number(length);
}

function dryRunOf(request: ApiRequest): string {
  return request.rawQuery.includes('dryRun=') ? dryRunLabel(request.query.getAll('dryRun')) : '';
}

/** A watch counts as long as it is open. */
function followed(response: ApiResponse, context: RequestContext, metrics: ApiServerMetrics): ApiResponse {
  if (!context.isRouted || typeof response.body !== 'function') return response;
  return afterResponse(response, metrics.longRunningStarted(context.info, factsOf(context)));
}
