// Follows staging/src/k8s.io/apiserver/pkg/endpoints/filters/request_deadline.go (v1.36)
// Follows staging/src/k8s.io/apiserver/pkg/server/filters/timeout.go (v1.36)

import { systemClock } from '../../apimachinery/clock/index.js';
import { durationProblem, parseDuration } from '../../apimachinery/meta/index.js';
import { badRequest, StatusError, timeout } from '../../apimachinery/status/index.js';
import type { Auditor } from '../audit/index.js';
import type { ApiResponse } from '../http/index.js';
import type { RequestContext } from '../request-context.js';
import type { LongRunningCheck } from '../routing/index.js';
import { auditFailedRequest } from './audit-requests.js';
import type { FilterHandler } from './filter.js';

/**
 * Requests that are not long-running must complete within this time, or within the shorter `timeout` that they specify.
 */
export function enforceDeadline(
  milliseconds: number,
  { isLongRunning, audit }: { readonly isLongRunning: LongRunningCheck; readonly audit?: Auditor | undefined },
): FilterHandler {
  return (context, next) => {
    if (isLongRunning(context.info)) return next();
    const { request } = context;
    const requested = request.rawQuery.includes('timeout=') ? request.query.get('timeout') : null;
    const wanted = requested ? timeoutOf(requested) : 0;
    if (wanted instanceof StatusError) return refused(context, wanted, audit);
    if (wanted > 0 && wanted < shortest) return expired(context, audit);
    const allowed = wanted > 0 ? Math.min(wanted, milliseconds) : milliseconds;
    context.deadline = systemClock.monotonic() + allowed;
    const work = next();
    return work instanceof Promise ? within(work, allowed, () => request.cancel(late)) : work;
  };
}

/** The user is not known yet; the rejection is audited. */
async function refused(context: RequestContext, error: StatusError, audit: Auditor | undefined): Promise<never> {
  if (audit) await auditFailedRequest(audit, context, error.status);
  throw error;
}

/** In milliseconds: a shorter timeout has passed before a handler could look at it. */
const shortest = 1;

async function expired(context: RequestContext, audit: Auditor | undefined): Promise<ApiResponse> {
  if (audit) await auditFailedRequest(audit, context, late.status);
  return tooLate();
}

/** Hand-written, because it runs for every request: `Promise.race` allocates several more promises. */
function within(work: Promise<ApiResponse>, milliseconds: number, onLate: () => void): Promise<ApiResponse> {
  return new Promise((resolve, reject) => {
    const cancelTimer = systemClock.after(milliseconds, () => {
      resolve(tooLate());
      onLate();
    });
    work.then(
      (response) => {
        cancelTimer();
        resolve(response);
      },
      (error) => {
        cancelTimer();
        reject(error);
      },
    );
  });
}

const late = timeout('request did not complete within the allotted timeout', 0);

/** Sent without content negotiation and without a kind: the code that would do both is still running. */
function tooLate(): ApiResponse {
  const { kind: _kind, apiVersion: _apiVersion, ...status } = late.status;
  const headers = { 'content-type': 'text/plain; charset=utf-8' };
  return { status: 504, headers, body: Buffer.from(`${JSON.stringify(status)}\n`) };
}

/** Clients tend to send the same timeout with every request. */
let lastRequested = { text: '0s', milliseconds: 0 };

/** Zero or less: the server's timeout applies. */
function timeoutOf(text: string): number | StatusError {
  if (text === lastRequested.text) return lastRequested.milliseconds;
  const milliseconds = parseDuration(text);
  if (milliseconds === undefined) {
    return badRequest(`invalid timeout specified in the request URL - ${durationProblem(text)}`);
  }
  lastRequested = { text, milliseconds };
  return milliseconds;
}
