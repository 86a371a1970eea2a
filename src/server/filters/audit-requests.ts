import { gunzipSync } from 'node:zlib';
import { andThen, type MaybePromise } from '../../apimachinery/scheme/index.js';
import { findStatusError, type Status, statusOf } from '../../apimachinery/status/index.js';
import type { AuditEvent, Auditor } from '../audit/index.js';
import { type ApiResponse, ClientGoneError, takenOver } from '../http/index.js';
import { toStatusError } from '../registry/index.js';
import type { RequestContext } from '../request-context.js';
import type { LongRunningCheck, RequestInfo } from '../routing/index.js';
import type { Filter, Next } from './filter.js';
import { plainInternalError } from './plain-error.js';

/** Audits requests from arrival to the end of the response. Each stage is stored before the request continues. */
export function auditRequests(auditor: Auditor, { isLongRunning }: { isLongRunning: LongRunningCheck }): Filter {
  return (context, next) => {
    const event = auditor.begin(context);
    if (!event) return next();
    context.record = event;
    const audited = new AuditedRequest(auditor, event, { context, isLongRunning: isLongRunning(context.info) });
    return andThen(auditor.reach('RequestReceived', event), (isStored) => {
      if (isStored) return audited.serve(next);
      auditor.rejected();
      return plainInternalError(context.request, 'failed to store audit event');
    });
  };
}

/** Audits a request that is rejected before it reaches the filter above. */
export function auditFailedRequest(auditor: Auditor, context: RequestContext, status: Status): MaybePromise<unknown> {
  const event = auditor.begin(context);
  if (!event) return undefined;
  respondedStatus(event, status);
  return auditor.reach('ResponseStarted', event);
}

class AuditedRequest {
  readonly #auditor: Auditor;
  readonly #event: AuditEvent;
  readonly #context: RequestContext;
  readonly #isLongRunning: boolean;
  #hasStarted = false;

  constructor(
    auditor: Auditor,
    event: AuditEvent,
    { context, isLongRunning }: { context: RequestContext; isLongRunning: boolean },
  ) {
    this.#auditor = auditor;
    this.#event = event;
    this.#context = context;
    this.#isLongRunning = isLongRunning;
  }

  async serve(next: Next): Promise<ApiResponse> {
    this.#context.request.beforeUpgrade = () => {
      this.#event.responded({ code: switchingProtocols });
      return this.#start();
    };
    let response: ApiResponse;
    try {
      response = withResponse(this.#event, await next(), this.#context);
    } catch (error) {
      await this.#fail(toStatusError(error));
      throw error;
    }
    await this.#start();
    return this.#complete(response);
  }

  /** Long-running requests have a record of the stage ResponseStarted. */
  #start(): MaybePromise<unknown> {
    if (!this.#isLongRunning || this.#hasStarted) return undefined;
    this.#hasStarted = true;
    return this.#auditor.reach('ResponseStarted', this.#event);
  }

  async #fail(error: unknown): Promise<void> {
    const isGone = error instanceof ClientGoneError;
    if (isGone) this.#event.responded(closedEarly);
    else if (findStatusError(error)) respondedStatus(this.#event, statusOf(error));
    else {
      this.#event.responded(panicStatus(error));
      await this.#auditor.reach('Panic', this.#event);
      return;
    }
    await this.#start();
    await this.#end();
  }

  /** Immediately, at the end of a streamed body, or when the hijacked connection closes. */
  async #complete(response: ApiResponse): Promise<ApiResponse> {
    const { body } = response;
    if (response === takenOver) {
      whenAborted(this.#context.request.signal, () => void this.#end());
      return response;
    }
    if (typeof body === 'function') return { ...response, body: (sink) => body(sink).finally(() => this.#end()) };
    await this.#end();
    return response;
  }

  #end(): MaybePromise<unknown> {
    return this.#auditor.reach('ResponseComplete', this.#event);
  }
}

function whenAborted(signal: AbortSignal, callback: () => void): void {
  if (signal.aborted) callback();
  else signal.addEventListener('abort', callback, { once: true });
}

const switchingProtocols = 101;
const closedEarly: Partial<Status> = { status: 'Success', message: 'Connection closed early', code: 200 };

function respondedStatus(event: AuditEvent, status: Status): void {
  event.responded(status);
  if (event.includes('RequestResponse')) event.responseObject(Buffer.from(JSON.stringify(status)));
}

function panicStatus(error: unknown): Partial<Status> {
  const message = `APIServer panic'd: ${error instanceof Error ? error.message : String(error)}`;
  return { status: 'Failure', message, reason: 'InternalError', code: 500 };
}

/** Adds the response to the event. A streamed body is collected if the level includes it. */
function withResponse(event: AuditEvent, response: ApiResponse, { info }: RequestContext): ApiResponse {
  const { status: code, body } = response;
  if (response === takenOver || !event.includes('RequestResponse')) {
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

/** Other documents, such as `/version`, are not API objects. */
function isOfApis({ isResourceRequest, path }: RequestInfo): boolean {
  return isResourceRequest || /^\/apis?($|\/)/.test(path);
}

function wholeBody(body: ApiResponse['body']): Buffer | undefined {
  if (body === undefined || typeof body === 'function') return undefined;
  return Buffer.isBuffer(body) ? body : Buffer.concat([...body]);
}

/** Only JSON responses are audited. */
function jsonOf({ headers }: ApiResponse, bytes: Buffer): Buffer | undefined {
  if (!String(headers['content-type'] ?? '').startsWith('application/json')) return undefined;
  return headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes;
}

/** The fields of a response that is a Status, such as that to a deletion. */
function statusIn(json: Buffer): Partial<Status> {
  const isStatus = json.subarray(0, statusBeginning.length).equals(statusBeginning);
  return isStatus ? (JSON.parse(json.toString()) as Status) : {};
}

const statusBeginning = Buffer.from('{"kind":"Status"');
