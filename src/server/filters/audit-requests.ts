import { gunzipSync } from 'node:zlib';
import { findStatusError, type Status, statusOf, unauthorized } from '../../apimachinery/status/index.js';
import type { AuditEvent, Auditor } from '../audit/index.js';
import type { ApiResponse } from '../http/index.js';
import type { RequestContext } from '../request-context.js';
import type { LongRunningCheck, RequestInfo } from '../routing/index.js';
import { afterResponse } from './after-response.js';
import type { Filter } from './filter.js';

/** Writes the request down, from its arrival to the end of its response. */
export function auditRequests(auditor: Auditor, { isLongRunning }: { isLongRunning: LongRunningCheck }): Filter {
  return async (context, next) => {
    const event = auditor.begin(context);
    if (!event) return next();
    context.record = event;
    auditor.reach('RequestReceived', event);
    try {
      const response = withResponse(event, await next(), context);
      if (isLongRunning(context.info)) auditor.reach('ResponseStarted', event);
      return afterResponse(response, () => auditor.reach('ResponseComplete', event));
    } catch (error) {
      const isPanic = !findStatusError(error);
      if (isPanic) event.responded(panicStatus(error));
      else respondedStatus(event, statusOf(error));
      if (!isPanic && isLongRunning(context.info)) auditor.reach('ResponseStarted', event);
      auditor.reach(isPanic ? 'Panic' : 'ResponseComplete', event);
      throw error;
    }
  };
}

/** A request whose sender cannot be found out never comes as far as the filter above. */
export function auditFailedAuthentication(auditor: Auditor, context: RequestContext): void {
  const event = auditor.begin(context);
  if (!event) return;
  respondedStatus(event, unauthorized('Unauthorized').status);
  auditor.reach('ResponseStarted', event);
}

function respondedStatus(event: AuditEvent, status: Status): void {
  event.responded(status);
  if (event.includes('RequestResponse')) event.responseObject(Buffer.from(JSON.stringify(status)));
}

function panicStatus(error: unknown): Partial<Status> {
  const message = `APIServer panic'd: ${error instanceof Error ? error.message : String(error)}`;
  return { status: 'Failure', message, reason: 'InternalError', code: 500 };
}

/** Notes what is answered. A body that is made piece by piece is put together where it is to be written down. */
function withResponse(event: AuditEvent, response: ApiResponse, { info }: RequestContext): ApiResponse {
  const { status: code, body } = response;
  if (!event.includes('RequestResponse')) {
    event.responded({ ...(Buffer.isBuffer(body) && statusIn(body)), code });
    return response;
  }
  const bytes = wholeBody(body);
  if (!bytes) {
    event.responded({ code });
    return response;
  }
  const json = isOfApis(info) ? jsonOf(response, bytes) : undefined;
  event.responded({ ...(json && statusIn(json)), code });
  if (json) event.responseObject(json);
  return { ...response, body: bytes };
}

/** Other documents, such as that of the version, are no objects. */
function isOfApis({ isResourceRequest, path }: RequestInfo): boolean {
  return isResourceRequest || /^\/apis?($|\/)/.test(path);
}

function wholeBody(body: ApiResponse['body']): Buffer | undefined {
  if (body === undefined || typeof body === 'function') return undefined;
  return Buffer.isBuffer(body) ? body : Buffer.concat([...body]);
}

/** Responses in other forms are not written down. */
function jsonOf({ headers }: ApiResponse, bytes: Buffer): Buffer | undefined {
  if (!String(headers['content-type'] ?? '').startsWith('application/json')) return undefined;
  return headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes;
}

/** Of a response that is a Status, such as that to a deletion, what it says. */
function statusIn(json: Buffer): Partial<Status> {
  const isStatus = json.subarray(0, statusBeginning.length).equals(statusBeginning);
  return isStatus ? (JSON.parse(json.toString()) as Status) : {};
}

const statusBeginning = Buffer.from('{"kind":"Status"');
