// Follows staging/src/k8s.io/apiserver/pkg/server/httplog/httplog.go (v1.36)

import { systemClock } from '../../apimachinery/clock/index.js';
import { statusOf } from '../../apimachinery/status/index.js';
import type { LogFields, Logger } from '../logging/index.js';
import { labelsOf } from '../metrics/index.js';
import type { RequestContext } from '../request-context.js';
import { afterResponse } from './after-response.js';
import type { FilterHandler } from './filter.js';

/** From this verbosity on every request is logged. */
const requestVerbosity = 3;
/** Clients choose their audit IDs. */
const maxAuditIdLength = 64;

/** Logs a line for each completed request, if the verbosity is high enough. */
export function logRequests(log: Logger): FilterHandler {
  const logged: FilterHandler = async (context, next) => {
    const begin = systemClock.monotonic();
    context.logFields = {};
    const ended = (code: number): void =>
      log.info('HTTP', accessFields(context, code, systemClock.monotonic() - begin));
    try {
      const response = await next();
      return afterResponse(response, () => ended(response.status));
    } catch (error) {
      ended(statusOf(error).code ?? 500);
      throw error;
    }
  };
  return (context, next) => (log.verbosity >= requestVerbosity ? logged(context, next) : next());
}

/** Requests that take longer are always logged, unless they are long-running. */
const slowMilliseconds = 500;

export function logIfSlow(log: Logger, context: RequestContext, milliseconds: number): void {
  if (milliseconds <= slowMilliseconds || !isOfInterest(context, log)) return;
  const { request, info, auditId } = context;
  const { verb, scope } = labelsOf(info, { method: request.method });
  const facts = {
    'audit-id': auditId.slice(0, maxAuditIdLength),
    client: request.remoteAddress,
    protocol: request.protocol,
    resource: info.resource,
    scope,
    url: request.path,
    'user-agent': request.header('user-agent') ?? '',
    verb,
  };
  const text = Object.entries(facts).map(([key, value]) => `${key}:${value}`);
  log.info(`Trace: "${verb}" ${text.join(',')} (total time: ${durationText(milliseconds)})`);
}

function accessFields(context: RequestContext, resp: number, milliseconds: number): LogFields {
  const { request, info, auditId, logFields } = context;
  return {
    verb: labelsOf(info, { method: request.method, contentType: request.header('content-type') }).verb,
    URI: request.target,
    latency: durationText(milliseconds),
    userAgent: request.header('user-agent') ?? '',
    'audit-ID': auditId.slice(0, maxAuditIdLength),
    srcIP: request.remoteAddress,
    traceID: traceIdOf(request.header('traceparent')),
    ...logFields,
    resp,
  };
}

/** The trace ID of a W3C traceparent header; undefined if there is none. */
function traceIdOf(traceparent: string | undefined): string | undefined {
  return /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}/.exec(traceparent ?? '')?.[1];
}

/** Formats durations below a minute as Go does. */
function durationText(milliseconds: number): string {
  if (milliseconds >= 1000) return `${(milliseconds / 1000).toFixed(3)}s`;
  return milliseconds >= 1 ? `${milliseconds.toFixed(3)}ms` : `${Math.round(milliseconds * 1000)}µs`;
}

/** The user of the server's loopback client. */
export const ownName = 'system:apiserver';

const ownRequestsVerbosity = 2;

/**
 * While a server starts on a busy machine, many of its own requests are slow. A filter may have responded before there
 * was a user.
 */
function isOfInterest(context: RequestContext, log: Logger): boolean {
  return log.verbosity >= ownRequestsVerbosity || !context.hasUser || context.user.name !== ownName;
}
