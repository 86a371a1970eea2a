import {
  constants,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
  performServerHandshake,
  type ServerHttp2Stream,
  type ServerOptions,
} from 'node:http2';
import type { Readable } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import { systemClock } from '../../apimachinery/clock/index.js';
import { badRequest } from '../../apimachinery/status/index.js';
import type { ApiRequest, ClientCertificate, UpgradedConnection } from './api-request.js';
import { type ApiResponse, type ResponseBody, takenOver } from './api-response.js';
import { Connection } from './connection.js';
import { respond } from './http2-headers.js';
import type { Limits } from './limits.js';
import { announcedLengthExceeds, bodyTooLarge, noBytes, readBody } from './read-body.js';
import { discardBody, largeBody, slicesOf, WritableSink, withLength, writeBody } from './response-body.js';
import { type Exchange, mayHaveBody, pathAndQuery, type RequestLine, type Service, serve } from './serve.js';

/**
 * Request bodies up to this size arrive without waiting for window updates: 99 % of objects in real clusters are
 * smaller.
 */
const streamWindowBytes = 256 * 1024;
const connectionWindowBytes = 1024 * 1024;
/** New streams are refused beyond this. Node's default of 10 is less than a few hundred slow readers of lists need. */
const sessionMemoryMegabytes = 256;

export function http2Options(limits: Limits): ServerOptions {
  return {
    maxHeaderListPairs: limits.maxHeaders,
    maxSessionMemory: sessionMemoryMegabytes,
    settings: {
      enablePush: false,
      initialWindowSize: streamWindowBytes,
      maxConcurrentStreams: limits.maxConcurrentStreams,
      maxHeaderListSize: limits.maxHeaderBytes,
    },
  };
}

/**
 * Serves HTTP/2 on a socket that has negotiated it. Sessions are created manually because a node:http2 server that also
 * supports HTTP/1.1 creates compatibility objects for each stream, which doubles the cost of a request.
 */
export function serveHttp2(
  socket: TLSSocket,
  { service, options, limits }: { service: Service; options: ServerOptions; limits: Limits },
): Connection {
  const session = performServerHandshake(socket, options);
  const connection = new Connection(service, socket, session);
  session.on('error', ignore);
  session.once('connect', () => {
    if (!session.destroyed) session.setLocalWindowSize(connectionWindowBytes);
  });
  // Otherwise the session waits for streams that can no longer end.
  socket.once('close', () => session.destroy());
  connection.retireWhenIdleFor(limits.idleMilliseconds);
  session.on('stream', ((stream, headers, _flags, rawHeaders) => {
    const exchange = new Http2Exchange(stream, { headers, rawHeaders }, connection);
    serve(service, requestLine(headers), exchange);
  }) as StreamListener);
  return connection;
}

type StreamListener = (
  stream: ServerHttp2Stream,
  headers: IncomingHttpHeaders,
  flags: number,
  rawHeaders: readonly string[],
) => void;

/** Removes the pseudo headers, so that the headers are the same as in HTTP/1.1. */
function requestLine(headers: IncomingHttpHeaders): RequestLine {
  const line = { method: headers[':method']!, target: pathAndQuery(headers[':path']), headers };
  if (headers[':authority'] !== undefined) headers.host = headers[':authority'];
  delete headers[':method'];
  delete headers[':path'];
  delete headers[':authority'];
  delete headers[':scheme'];
  return line;
}

interface SentHeaders {
  readonly headers: IncomingHttpHeaders;
  /** Alternating names and values. */
  readonly rawHeaders: readonly string[];
}

class Http2Exchange implements Exchange {
  readonly rawHeaders: readonly string[];
  readonly #stream: ServerHttp2Stream;
  readonly #connection: Connection;
  readonly #headers: IncomingHttpHeaders;
  #isCancelled = false;
  #onClientGone: (() => void) | undefined;

  constructor(stream: ServerHttp2Stream, request: SentHeaders, connection: Connection) {
    this.rawHeaders = request.rawHeaders;
    this.#stream = stream;
    this.#headers = request.headers;
    this.#connection = connection;
    connection.requestBegins();
    stream.on('error', ignore);
    if (!stream.endAfterHeaders) stream.once('finish', stopUnreadBody);
    stream.once('aborted', destroyAborted);
    stream.once('end', destroyUnfinished);
    stream.on('close', () => {
      connection.requestEnds({ wasCancelled: this.#isCancelled });
      if (stream.aborted || !stream.writableFinished) this.#onClientGone?.();
    });
  }

  get protocol(): 'HTTP/2.0' {
    return 'HTTP/2.0';
  }

  get remoteAddress(): string {
    return this.#connection.remoteAddress;
  }

  get hasBody(): boolean {
    return !this.#stream.endAfterHeaders;
  }

  clientCertificate(): ClientCertificate | undefined {
    return this.#connection.clientCertificate();
  }

  onClientGone(callback: () => void): void {
    if (this.#isGone()) callback();
    else this.#onClientGone = callback;
  }

  readBody(limitBytes: number): Promise<Buffer> {
    const stream = this.#stream;
    if (!this.hasBody) return Promise.resolve(noBytes);
    if (announcedLengthExceeds(this.#headers['content-length'], limitBytes))
      return Promise.reject(bodyTooLarge(limitBytes));
    this.#continue();
    return readBody(stream, { limitBytes, complete: () => !stream.closed });
  }

  bodyStream(): Readable {
    this.#continue();
    return this.#stream;
  }

  cancelled(): void {
    if (this.#isGone()) return;
    this.#isCancelled = true;
    this.#connection.requestIsCancelled();
  }

  upgrade(): UpgradedConnection {
    throw badRequest('an HTTP/2 connection cannot be upgraded');
  }

  send(response: ApiResponse, request: ApiRequest): void {
    const stream = this.#stream;
    const { body } = response;
    const wasGone = this.#isGone();
    if (wasGone) discardBody(body).catch(this.#connection.service.onError);
    else if (stream.headersSent || response === takenOver) this.#abort();
    else if (endsWithHeaders(response.status)) this.#sendHeadersOnly(response);
    else if (Buffer.isBuffer(body)) this.#sendBuffer(response, body, request);
    else if (body === undefined || request.method === 'HEAD') this.#sendHeadersOnly(response);
    else this.#sendWhileProduced(response, body, request);
    // A client that has reset one stream still uses the others.
    if (response.closeConnection && !wasGone) this.#connection.retire();
  }

  #sendBuffer(response: ApiResponse, body: Buffer, request: ApiRequest): void {
    if (body.length > largeBody && request.method !== 'HEAD') {
      this.#sendWhileProduced(withLength(response, body), slicesOf(body), request);
      return;
    }
    const headers: OutgoingHttpHeaders = { ':status': response.status, ...(response.headers as OutgoingHttpHeaders) };
    headers['content-length'] = body.length;
    respond(this.#stream, headers);
    if (request.method !== 'HEAD') this.#stream.end(body);
  }

  #sendHeadersOnly(response: ApiResponse): void {
    const headers: OutgoingHttpHeaders = { ':status': response.status, ...(response.headers as OutgoingHttpHeaders) };
    if (response.status === 204) delete headers['content-length'];
    else if (response.status === 205) headers['content-length'] = 0;
    else if (response.body === undefined && mayHaveBody(response.status)) headers['content-length'] ??= 0;
    respond(this.#stream, headers, { endStream: true });
    discardBody(response.body).catch(this.#connection.service.onError);
  }

  #sendWhileProduced(response: ApiResponse, body: Exclude<ResponseBody, Buffer>, request: ApiRequest): void {
    respond(this.#stream, { ':status': response.status, ...(response.headers as OutgoingHttpHeaders) });
    writeBody(this.#stream, body, () => new WritableSink(this.#stream, request.signal)).catch((error) => {
      if (this.#isGone()) return;
      this.#connection.service.onError(error);
      this.#abort();
    });
  }

  /** Resets the stream. `close` would end the body first, which would make it look complete. */
  #abort(): void {
    this.#stream.destroy(new Error('the response could not be completed'));
  }

  #isGone(): boolean {
    return this.#stream.destroyed || this.#stream.closed;
  }

  /** Responds to `Expect: 100-continue` once a handler reads the body. */
  #continue(): void {
    if (this.#headers.expect === '100-continue' && !this.#stream.headersSent && !this.#isGone()) {
      this.#stream.additionalHeaders({ ':status': 100 });
    }
  }
}

/** node:http2 never sends a body with these, so a content-length would be wrong. */
function endsWithHeaders(status: number): boolean {
  return status === 204 || status === 205 || status === 304;
}

/**
 * After the response is sent, stops a client that is still sending its body. Node does this only if none of the
 * body was read.
 */
function stopUnreadBody(this: ServerHttp2Stream): void {
  if (!this.readableDidRead || this.readableEnded) return;
  systemClock.immediate(() => {
    this.close(constants.NGHTTP2_NO_ERROR);
    // Unread data would keep the stream, and so the connection, open.
    this.resume();
  });
}

/**
 * Node keeps a stream that the client resets without an error until the response is complete, which never happens for a
 * watch.
 */
function destroyAborted(this: ServerHttp2Stream): void {
  this.destroy();
}

/**
 * The same for a stream that is reset while its response ends. A complete response finishes within this event loop
 * turn.
 */
function destroyUnfinished(this: ServerHttp2Stream): void {
  if (this.closed && !this.writableFinished) systemClock.immediate(() => this.destroy());
}

function ignore(): void {}
