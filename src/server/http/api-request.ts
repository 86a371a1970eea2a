import type { X509Certificate } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex, Readable } from 'node:stream';
import type { MaybePromise } from '../../apimachinery/scheme/index.js';
import { badRequest } from '../../apimachinery/status/index.js';

export type Protocol = 'HTTP/1.1' | 'HTTP/2.0';

/** Lower-cased names; repeated headers are joined with `, `. HTTP/2's `:authority` appears as `host`. */
export type RequestHeaders = { readonly [name: string]: string | string[] | undefined };

/** The certificate that the client presented in the TLS handshake; authenticators decide whether to trust it. */
export interface ClientCertificate {
  /** The client's certificate first, then the intermediates that it sent. Never empty. */
  readonly chain: readonly X509Certificate[];
  /** Whether the chain was valid for the client CA bundle at the time of the handshake. */
  readonly verified: boolean;
}

/**
 * The connection after an HTTP/1.1 Upgrade request. The owner writes the `101` (or an error response) and closes it.
 */
export interface UpgradedConnection {
  readonly socket: Duplex;
  /** Bytes of the new protocol that arrived with the request. */
  readonly head: Buffer;
  /** The request in the form that WebSocket libraries take. */
  readonly message: IncomingMessage;
}

const malformedEscape = /%(?![0-9A-Fa-f]{2})/;

/** Whether all percent escapes in a path or query are valid. */
export function hasWellFormedEscapes(text: string): boolean {
  return !text.includes('%') || !malformedEscape.test(text);
}

function isWellFormed(query: string): boolean {
  return !query.includes(';') && hasWellFormedEscapes(query);
}

function wellFormedPart(query: string): string {
  return query.split('&').filter(isWellFormed).join('&');
}

/**
 * Go's limit. Go ignores the whole query beyond it, which would lose options such as dryRun; we reject the request
 * instead.
 */
const maxParameters = 10_000;

function parseQuery(query: string): URLSearchParams {
  if (query.length > maxParameters && query.split('&', maxParameters + 1).length > maxParameters) {
    throw badRequest('number of URL query parameters exceeded limit');
  }
  return new URLSearchParams(isWellFormed(query) ? query : wellFormedPart(query));
}

function unescapedText(path: string): string {
  const bytes = path.replace(/%([0-9A-Fa-f]{2})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}

/** What the transport provides for a request; implemented for HTTP/1.1, HTTP/2 and in-process calls. */
export interface RequestTransport {
  readonly protocol: Protocol;
  readonly remoteAddress: string;
  /** Alternating names and values, as sent; may contain HTTP/2 pseudo headers. */
  readonly rawHeaders: readonly string[];
  /** Whether a body, possibly empty, follows the headers. */
  readonly hasBody: boolean;
  clientCertificate(): ClientCertificate | undefined;
  /** Rejects with `requestEntityTooLarge` beyond the limit, with `ClientGoneError` when the client disconnects. */
  readBody(limitBytes: number): Promise<Buffer>;
  bodyStream(): Readable;
  /** Calls back once if the client disconnects before the response is complete; immediately if it already has. */
  onClientGone(callback: () => void): void;
  /** Called when the request is cancelled: the client no longer expects a response. */
  cancelled(): void;
  upgrade(): UpgradedConnection;
}

/** One HTTP request, regardless of whether it came over HTTP/1.1, HTTP/2 or `inject`. */
export class ApiRequest {
  readonly method: string;
  /** Path and query, as sent. */
  readonly target: string;
  /** Percent-encoded, as sent. */
  readonly path: string;
  /** The part after the `?`, or the empty string. */
  readonly rawQuery: string;
  readonly headers: RequestHeaders;
  /** Called before the connection is taken over; nothing is sent on it until the promise resolves. Must not reject. */
  beforeUpgrade: (() => MaybePromise<unknown>) | undefined;
  readonly #transport: RequestTransport;
  #query: URLSearchParams | undefined;
  #dropped: Set<string> | undefined;
  #gone: AbortController | undefined;
  #body: Promise<Buffer> | undefined;

  constructor(line: { method: string; target: string; headers: RequestHeaders }, transport: RequestTransport) {
    this.method = line.method;
    this.target = line.target;
    const queryAt = line.target.indexOf('?');
    this.path = queryAt < 0 ? line.target : line.target.slice(0, queryAt);
    this.rawQuery = queryAt < 0 ? '' : line.target.slice(queryAt + 1);
    this.headers = line.headers;
    this.#transport = transport;
  }

  /** The percent-decoded path, with U+FFFD for invalid UTF-8. Malformed escapes are kept. */
  get decodedPath(): string {
    if (!this.path.includes('%')) return this.path;
    try {
      return decodeURIComponent(this.path);
    } catch {
      return unescapedText(this.path);
    }
  }

  /**
   * The query without malformed parameters: those with invalid escapes or with semicolons. Throws `badRequest` if there
   * are too many parameters.
   */
  get query(): URLSearchParams {
    this.#query ??= parseQuery(this.rawQuery);
    return this.#query;
  }

  get protocol(): Protocol {
    return this.#transport.protocol;
  }

  get remoteAddress(): string {
    return this.#transport.remoteAddress;
  }

  /** Host (and port) that the client requested, or the empty string. */
  get host(): string {
    return this.header('host') ?? '';
  }

  /** Returns the value of a header by its lower-cased name. */
  header(name: string): string | undefined {
    const value = this.headers[name];
    return typeof value === 'object' ? value.join(', ') : value;
  }

  /** Removes a header that is meant for this server only, so that it is not forwarded. */
  dropHeader(name: string): void {
    if (this.headers[name] === undefined) return;
    delete (this.headers as Record<string, unknown>)[name];
    this.#dropped ??= new Set();
    this.#dropped.add(name);
  }

  /**
   * Returns each value of a repeated header (by its lower-cased name) as sent: commas within a value do not split it.
   */
  headerValues(name: string): readonly string[] {
    const values: string[] = [];
    if (this.headers[name] === undefined) return values;
    for (const [sent, value] of this.headerEntries()) if (sent === name) values.push(value);
    return values;
  }

  /** Every header line in the order sent, names lower-cased, `host` included; used by proxies. */
  *headerEntries(): IterableIterator<[name: string, value: string]> {
    const raw = this.#transport.rawHeaders;
    for (let index = 0; index + 1 < raw.length; index += 2) {
      const name = raw[index]!.toLowerCase();
      if (this.#dropped?.has(name)) continue;
      if (name === ':authority') yield ['host', raw[index + 1]!];
      else if (!name.startsWith(':')) yield [name, raw[index + 1]!];
    }
  }

  clientCertificate(): ClientCertificate | undefined {
    return this.#transport.clientCertificate();
  }

  /**
   * Aborted (with a `ClientGoneError`) when the client disconnects before it has the whole response; after an upgrade,
   * when the connection closes. Also aborted when the request is cancelled.
   */
  get signal(): AbortSignal {
    if (this.#gone === undefined) {
      const gone = new AbortController();
      this.#gone = gone;
      this.#transport.onClientGone(() => gone.abort(new ClientGoneError()));
    }
    return this.#gone.signal;
  }

  /** Aborts the signal: the response is no longer needed, for example after a timeout response. */
  cancel(reason: Error): void {
    this.#gone ??= new AbortController();
    if (this.#gone.signal.aborted) return;
    this.#transport.cancelled();
    this.#gone.abort(reason);
  }

  /**
   * Returns the whole body; empty if there is none. Rejects with `requestEntityTooLarge` beyond the limit, and with
   * `ClientGoneError` when the client disconnects halfway. The body is read once: later calls get the same promise.
   */
  body(limitBytes: number): Promise<Buffer> {
    this.#body ??= this.#transport.readBody(limitBytes);
    return this.#body;
  }

  /** Whether a body, possibly empty, follows the headers. */
  get hasBody(): boolean {
    return this.#transport.hasBody;
  }

  /** The body as a stream, for proxies; instead of `body`. */
  bodyStream(): Readable {
    return this.#transport.bodyStream();
  }

  /**
   * Takes over the connection after an Upgrade request; the handler then returns `takenOver`. Throws `badRequest` if
   * the client did not request an upgrade, or if the connection cannot be upgraded (HTTP/2, in process).
   */
  upgrade(): UpgradedConnection {
    const connection = this.#transport.upgrade();
    const waiting = this.beforeUpgrade?.();
    if (waiting instanceof Promise) {
      const { socket } = connection;
      socket.cork();
      void waiting.finally(() => socket.uncork());
    }
    return connection;
  }
}

/** The client closed its connection, or reset its stream, before the exchange was complete. */
export class ClientGoneError extends Error {
  override readonly name = 'ClientGoneError';

  constructor() {
    super('the client is gone');
  }
}
