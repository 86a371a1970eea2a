import { type IncomingMessage, type OutgoingHttpHeaders, type Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { systemClock } from '../../apimachinery/clock/index.js';
import { badRequest, genericServerResponse } from '../../apimachinery/status/index.js';
import type { ApiRequest, ClientCertificate, UpgradedConnection } from './api-request.js';
import { type ApiResponse, type ResponseBody, takenOver } from './api-response.js';
import { ChunkedSink } from './chunked-sink.js';
import type { Connection } from './connection.js';
import type { Connections } from './connections.js';
import { endWith } from './end-with.js';
import type { Limits } from './limits.js';
import { announcedLengthExceeds, bodyTooLarge, noBytes, readBody } from './read-body.js';
import { discardBody, largeBody, slicesOf, WritableSink, withLength, writeBody } from './response-body.js';
import { type Exchange, mayHaveBody, pathAndQuery, serve } from './serve.js';

/** How long a client may keep sending a body after it has received the response. */
const unreadBodyMilliseconds = 1000;

/** Serves the HTTP/1.1 requests that a node:http or node:https server parses. */
export function serveHttp1(server: Server, connections: Connections, { maxHeaders }: Limits): void {
  const begin = (message: IncomingMessage, response: ServerResponse, kind?: RequestKind) => {
    const connection = connections.of(message.socket);
    if (connection === undefined) return message.socket.destroy();
    if (message.rawHeaders.length > 2 * maxHeaders) return refuse(message.socket, tooManyHeaders);
    const hostProblem = problemOfHost(message);
    if (hostProblem !== undefined) return refuse(message.socket, [hostProblem, plainText, hostProblem]);
    const exchange = new Http1Exchange(message, response, connection);
    if (kind !== undefined) exchange.becomes(kind);
    const line = { method: message.method!, target: pathAndQuery(message.url), headers: message.headers };
    return serve(connection.service, line, exchange);
  };
  server.on('request', (message, response) => begin(message, response));
  server.on('checkContinue', (message, response) => begin(message, response, 'waits for 100 Continue'));
  server.on('clientError', (error: ParserError, socket: Socket) => refuseMalformed(error, socket));
  server.on('upgrade', (message: IncomingMessage, socket: Socket, head: Buffer) => {
    begin(message, responseToUpgrade(message, socket), { head, taken: () => connections.upgraded(socket) });
  });
}

interface ParserError extends Error {
  readonly code?: string;
  readonly rawPacket?: Buffer;
}

/** Responds to input that the parser rejects, which includes methods that it does not know. */
function refuseMalformed({ code, rawPacket }: ParserError, socket: Socket): void {
  if (!socket.writable) return void socket.destroy();
  refuse(socket, refusalOf(code, rawPacket?.toString('latin1') ?? ''));
}

type Refusal = readonly [status: string, type: string, text: string];

function refuse(socket: Socket, [status, type, text]: Refusal): void {
  const cacheControl = type === plainText ? '' : 'Cache-Control: no-cache, private\r\n';
  endWith(socket, `HTTP/1.1 ${status}\r\n${cacheControl}Content-Type: ${type}\r\nConnection: close\r\n\r\n${text}`);
}

/** Characters that a host may contain, valid or not. */
const hostText = /^[\w!$%&'()*+,\-.:;=[\]~]*$/;

function problemOfHost({ headers: { host }, rawHeaders, httpVersionMinor }: IncomingMessage): string | undefined {
  if (host === undefined) {
    return httpVersionMinor === 1 ? '400 Bad Request: missing required Host header' : undefined;
  }
  if (!hostText.test(host)) return '400 Bad Request: malformed Host header';
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++;
  }
  return hosts > 1 ? '400 Bad Request' : undefined;
}

function refusalOf(code: string | undefined, request: string): Refusal {
  if (code === 'HPE_INVALID_METHOD' && /^[\w-]+ \/\S* HTTP\/1\.[01]\r?\n/.test(request)) {
    return ['405 Method Not Allowed', 'application/json', JSON.stringify(methodNotAllowed.status)];
  }
  const status = code === 'HPE_HEADER_OVERFLOW' ? headersTooLarge : '400 Bad Request';
  return [status, plainText, status];
}

const plainText = 'text/plain; charset=utf-8';
const headersTooLarge = '431 Request Header Fields Too Large';
const tooManyHeaders: Refusal = [headersTooLarge, plainText, headersTooLarge];
const methodNotAllowed = genericServerResponse({ code: 405, method: '' });

/** A request whose client waits before it sends the body, or wants to upgrade the connection. */
type RequestKind = 'waits for 100 Continue' | { readonly head: Buffer; readonly taken: () => void };

/** Node detaches a socket on an upgrade request; this reattaches it for a handler that sends an ordinary response. */
function responseToUpgrade(message: IncomingMessage, socket: Socket): ServerResponse {
  const response = new ServerResponse(message);
  response.shouldKeepAlive = false;
  response.assignSocket(socket);
  response.once('finish', () => socket.destroySoon());
  socket.on('error', ignore);
  socket.on('drain', () => response.emit('drain'));
  return response;
}

class Http1Exchange implements Exchange {
  readonly #message: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #connection: Connection;
  readonly #number: number;
  #kind: RequestKind | undefined;
  #takenOver = false;
  #isCancelled = false;
  #onClientGone: (() => void) | undefined;

  constructor(message: IncomingMessage, response: ServerResponse, connection: Connection) {
    this.#message = message;
    this.#response = response;
    this.#connection = connection;
    this.#number = connection.requestBegins();
    response.on('close', () => this.#onClose());
    if (hasBody(message)) response.once('finish', () => stopUnreadBody(message));
  }

  becomes(kind: RequestKind): void {
    this.#kind = kind;
  }

  get protocol(): 'HTTP/1.1' {
    return 'HTTP/1.1';
  }

  get rawHeaders(): readonly string[] {
    return this.#message.rawHeaders;
  }

  get remoteAddress(): string {
    return this.#connection.remoteAddress;
  }

  get hasBody(): boolean {
    return !this.#wantsUpgrade() && hasBody(this.#message);
  }

  clientCertificate(): ClientCertificate | undefined {
    return this.#connection.clientCertificate();
  }

  onClientGone(callback: () => void): void {
    if (this.#isGone()) callback();
    else this.#onClientGone = callback;
  }

  readBody(limitBytes: number): Promise<Buffer> {
    const message = this.#message;
    if (!this.hasBody) return Promise.resolve(noBytes);
    if (announcedLengthExceeds(message.headers['content-length'], limitBytes)) {
      return Promise.reject(bodyTooLarge(limitBytes));
    }
    this.#continue();
    return readBody(message, { limitBytes, complete: () => message.complete });
  }

  bodyStream(): Readable {
    this.#continue();
    return this.#message;
  }

  cancelled(): void {
    if (this.#takenOver || this.#isGone()) return;
    this.#isCancelled = true;
    this.#connection.requestIsCancelled();
  }

  upgrade(): UpgradedConnection {
    const kind = this.#kind;
    if (typeof kind !== 'object') throw badRequest('the request is not an upgrade');
    const { socket } = this.#message;
    this.#takenOver = true;
    this.#response.detachSocket(socket);
    socket.once('close', () => this.#onClientGone?.());
    this.#connection.requestEnds({ wasCancelled: this.#isCancelled });
    kind.taken();
    return { socket, head: kind.head, message: this.#message };
  }

  send(response: ApiResponse, request: ApiRequest): void {
    const { body } = response;
    if (this.#takenOver) return;
    if (this.#isGone()) discardBody(body).catch(this.#connection.service.onError);
    else if (this.#response.headersSent || response === takenOver) this.#abort();
    else if (!mayHaveBody(response.status)) this.#sendHeadersOnly(response);
    else if (Buffer.isBuffer(body)) this.#sendBuffer(response, body, request);
    else if (body === undefined || this.#message.method === 'HEAD') this.#sendHeadersOnly(response);
    else this.#sendWhileProduced(response, body, request);
  }

  #sendBuffer(response: ApiResponse, body: Buffer, request: ApiRequest): void {
    if (body.length > largeBody && this.#message.method !== 'HEAD') {
      this.#sendWhileProduced(withLength(response, body), slicesOf(body), request);
      return;
    }
    const headers = this.#headersOf(response);
    headers['content-length'] = body.length;
    this.#response.writeHead(response.status, headers).end(this.#message.method === 'HEAD' ? undefined : body);
  }

  #sendHeadersOnly(response: ApiResponse): void {
    const headers = this.#headersOf(response);
    if (!mayHaveBody(response.status)) delete headers['content-length'];
    else if (response.body === undefined) headers['content-length'] ??= 0;
    // The client's cached copy has the content type.
    if (response.status === 304) delete headers['content-type'];
    this.#response.writeHead(response.status, headers).end();
    discardBody(response.body).catch(this.#connection.service.onError);
  }

  #sendWhileProduced(response: ApiResponse, body: Exclude<ResponseBody, Buffer>, request: ApiRequest): void {
    this.#response.on('error', ignore);
    this.#response.writeHead(response.status, this.#headersOf(response));
    // Node flushes headers as UTF-8, but writes headers before a chunk as Latin-1, which `warning` headers require.
    if (response.headers['warning'] === undefined) this.#response.flushHeaders();
    else this.#response.write(noBytes);
    const { signal } = request;
    const sink = () => ChunkedSink.of(this.#response, signal) ?? new WritableSink(this.#response, signal);
    writeBody(this.#response, body, sink).catch((error) => {
      if (this.#isGone()) return;
      this.#connection.service.onError(error);
      this.#abort();
    });
  }

  /** HTTP/1.1 connections are persistent by default, so no `connection: keep-alive` is sent. */
  #headersOf(response: ApiResponse): OutgoingHttpHeaders {
    const headers = { ...response.headers } as OutgoingHttpHeaders;
    if (response.closeConnection || this.#connection.isLastResponse(this.#number) || this.#wantsUpgrade()) {
      headers['connection'] = 'close';
      this.#connection.endIsAnnounced();
    } else if (this.#message.httpVersionMinor === 1 && this.#response.shouldKeepAlive) {
      this.#response.removeHeader('connection');
    }
    return headers;
  }

  #abort(): void {
    this.#connection.destroy();
  }

  #isGone(): boolean {
    return this.#response.destroyed || this.#response.closed;
  }

  #onClose(): void {
    if (this.#takenOver) return;
    this.#connection.requestEnds({ wasCancelled: this.#isCancelled });
    if (!this.#response.writableFinished) this.#onClientGone?.();
  }

  #continue(): void {
    if (this.#kind !== 'waits for 100 Continue' || this.#response.headersSent) return;
    this.#kind = undefined;
    this.#response.writeContinue();
  }

  #wantsUpgrade(): boolean {
    return typeof this.#kind === 'object';
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Keeps reading for a moment instead of closing, so that the client sees the response before its connection closes. */
function stopUnreadBody(message: IncomingMessage): void {
  if (message.complete) return;
  message.resume();
  systemClock.after(
    unreadBodyMilliseconds,
    () => {
      if (!message.complete) message.socket.destroy();
    },
    { unref: true },
  );
}

function ignore(): void {}
