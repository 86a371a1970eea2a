// Follows staging/src/k8s.io/apiserver/pkg/endpoints/filters/audit.go (v1.36)
// Follows staging/src/k8s.io/apiserver/pkg/endpoints/filters/authn_audit.go (v1.36)

import { gunzipSync } from 'node:zlib';
import { type CodecRegistry, DecodeError, jsonText } from '../../apimachinery/codec/index.js';
import { andThen, type MaybePromise } from '../../apimachinery/scheme/index.js';
import { findStatusError, messageOf, type Status, statusOf } from '../../apimachinery/status/index.js';
import type { AuditEvent, Auditor } from '../audit/index.js';
import { type ApiResponse, ClientGoneError, takenOver } from '../http/index.js';
import { toStatusError } from '../registry/index.js';
import type { RequestContext } from '../request-context.js';
import type { LongRunningCheck, RequestInfo } from '../routing/index.js';
import type { FilterHandler, Next } from './filter.js';
import { plainInternalError } from './plain-error.js';

/** Audits requests from arrival to the end of the response. Each stage is stored before the request continues. */
export function auditRequests(
  auditor: Auditor,
  { isLongRunning, codecs }: { isLongRunning: LongRunningCheck; codecs: CodecRegistry },
): FilterHandler {
  return (context, next) => {
    const event = auditor.begin(context);
    if (!event) return next();
    context.record = event;
    const audited = new AuditedRequest(auditor, event, {
      context,
      codecs,
      isLongRunning: isLongRunning(context.info),
    });
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
  readonly #codecs: CodecRegistry;
  #hasStarted = false;

  constructor(
    auditor: Auditor,
    event: AuditEvent,
    { context, isLongRunning, codecs }: { context: RequestContext; isLongRunning: boolean; codecs: CodecRegistry },
  ) {
    this.#auditor = auditor;
    this.#event = event;
    this.#context = context;
    this.#isLongRunning = isLongRunning;
    this.#codecs = codecs;
  }

  async serve(next: Next): Promise<ApiResponse> {
    this.#context.request.beforeUpgrade = () => {
      this.#event.responded({ code: switchingProtocols });
      return this.#start();
    };
    let response: ApiResponse;
    try {
      response = await withResponse(this.#event, await next(), { info: this.#context.info, codecs: this.#codecs });
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
  const message = `APIServer panic'd: ${messageOf(error)}`;
  return { status: 'Failure', message, reason: 'InternalError', code: 500 };
}

/** Adds the response to the event. A streamed body is collected if the level includes it. */
async function withResponse(
  event: AuditEvent,
  response: ApiResponse,
  { info, codecs }: { info: RequestInfo; codecs: CodecRegistry },
): Promise<ApiResponse> {
  const { status: code, body } = response;
  if (response === takenOver || !event.includes('RequestResponse')) {
    event.responded({ ...(Buffer.isBuffer(body) && statusIn(body)), code });
    return response;
  }
  const bytes = await wholeBody(body);
  if (!bytes) {
    event.responded({ code });
    return response;
  }
  const json = isOfApis(info) ? jsonOf(response, bytes, codecs) : undefined;
  event.responded({ ...(json && statusIn(json)), code });
  if (json) event.responseObject(json);
  return { ...response, body: bytes };
}

/** Other documents, such as `/version`, are not API objects. */
function isOfApis({ isResourceRequest, path }: RequestInfo): boolean {
  return isResourceRequest || /^\/apis?($|\/)/.test(path);
}

async function wholeBody(body: ApiResponse['body']): Promise<Buffer | undefined> {
  if (body === undefined || typeof body === 'function') return undefined;
  if (Buffer.isBuffer(body)) return body;
  const chunks: Buffer[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** The response as JSON, whatever its encoding; undefined if it is in none that has a codec, such as text. */
function jsonOf({ headers }: ApiResponse, bytes: Buffer, codecs: CodecRegistry): Buffer | undefined {
  const [mediaType = ''] = String(headers['content-type'] ?? '').split(';');
  const codec = codecs.find(mediaType.trim());
  if (!codec) return undefined;
  const content = headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes;
  if (mediaType.startsWith('application/json')) return content;
  try {
    return Buffer.from(jsonText(codec.decode(content, { maxBytes: Number.POSITIVE_INFINITY })));
  } catch (error) {
    if (error instanceof DecodeError) return undefined;
    throw error;
  }
}

/** The fields of a response that is a Status, such as that to a deletion. */
function statusIn(json: Buffer): Partial<Status> {
  const isStatus = json.subarray(0, statusBeginning.length).equals(statusBeginning);
  return isStatus ? (JSON.parse(json.toString()) as Status) : {};
}

const statusBeginning = Buffer.from('{"kind":"Status"');
