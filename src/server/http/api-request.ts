import type { X509Certificate } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex, Readable } from 'node:stream';
import type { MaybePromise } from '../../apimachinery/scheme/index.js';
import { badRequest } from '../../apimachinery/status/index.js';

export type Protocol = 'HTTP/1.1' | 'HTTP/2.0';

/** Lower-cased names; repeated headers are joined with `, `. HTTP/2's `:authority` is found as `host`. */
export type RequestHeaders = { readonly [name: string]: string | string[] | undefined };

/** What the client showed during the TLS handshake; authenticators decide what it is worth. */
export interface ClientCertificate {
  /** The client's certificate first, then the intermediates that it sent. Never empty. */
  readonly chain: readonly X509Certificate[];
  /** Whether the chain led to the client CA bundle that was in force when the connection was made. */
  readonly verified: boolean;
}

/** The connection after an HTTP/1.1 Upgrade request: whoever has it writes the `101` (or the refusal) and closes it. */
export interface UpgradedConnection {
  readonly socket: Duplex;
  /** Bytes of the new protocol that came together with the request. */
  readonly head: Buffer;
  /** The request in the form that WebSocket libraries want. */
  readonly message: IncomingMessage;
}

const malformedEscape = /%(?![0-9A-Fa-f]{2})/;

/** Whether all percent escapes of a path or query are escapes. */
export function hasWellFormedEscapes(text: string): boolean {
  return !text.includes('%') || !malformedEscape.test(text);
}

function isWellFormed(query: string): boolean {
  return !query.includes(';') && hasWellFormedEscapes(query);
}

function wellFormedPart(query: string): string {
  return query.split('&').filter(isWellFormed).join('&');
}

/** As many parameters as Go reads; it takes more for none at all, which would lose options such as dryRun. */
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

/** What a request gets from the way it came: one for HTTP/1.1, one for HTTP/2, one for calls within the process. */
export interface RequestTransport {
  readonly protocol: Protocol;
  readonly remoteAddress: string;
  /** Names and values in turn, as sent; may hold HTTP/2's pseudo headers. */
  readonly rawHeaders: readonly string[];
  /** Whether a body follows the headers, perhaps an empty one. */
  readonly hasBody: boolean;
  clientCertificate(): ClientCertificate | undefined;
  /** Rejects with `requestEntityTooLarge` beyond the limit, with `ClientGoneError` when the client leaves. */
  readBody(limitBytes: number): Promise<Buffer>;
  bodyStream(): Readable;
  /** Calls back once when the client is gone before the response is complete: at once when it already is. */
  onClientGone(callback: () => void): void;
  /** No answer is owed to the client any longer. */
  cancelled(): void;
  upgrade(): UpgradedConnection;
}

/** One HTTP request, the same whether it came by HTTP/1.1, HTTP/2 or `inject`. */
export class ApiRequest {
  readonly method: string;
  /** Path and query as sent. */
  readonly target: string;
  /** Still percent-encoded, as sent. */
  readonly path: string;
  /** What follows the `?`, or the empty string. */
  readonly rawQuery: string;
  readonly headers: RequestHeaders;
  /** Called when the connection is about to be taken over: nothing is sent on it before it is done. Must not reject. */
  beforeUpgrade: (() => MaybePromise<unknown>) | undefined;
  readonly #transport: RequestTransport;
  #query: URLSearchParams | undefined;
  #dropped: Set<string> | undefined;
  #gone: AbortController | undefined;
  #body: Promise<Buffer> | undefined;

  constructor(line: { method: string; target: string; headers: RequestHeaders }, transport: RequestTransport) {
    this.method = line.method;
    this.target = line.target;
    const question = line.target.indexOf('?');
    this.path = question < 0 ? line.target : line.target.slice(0, question);
    this.rawQuery = question < 0 ? '' : line.target.slice(question + 1);
    this.headers = line.headers;
    this.#transport = transport;
  }

  /** The path with percent escapes resolved; U+FFFD for what is not UTF-8 then. Malformed ones stay. */
  get decodedPath(): string {
    if (!this.path.includes('%')) return this.path;
    try {
      return decodeURIComponent(this.path);
    } catch {
      return unescapedText(this.path);
    }
  }

  /**
   * Without the parameters that are not well-formed: those with malformed escapes, or with semicolons. Throws `badRequest`
   * where there are too many.
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

  /** Host (and port) that the client asked for, or the empty string. */
  get host(): string {
    return this.header('host') ?? '';
  }

  /** The value of a header by its lower-cased name. */
  header(name: string): string | undefined {
    const value = this.headers[name];
    return typeof value === 'object' ? value.join(', ') : value;
  }

  /** From now on as if the client had not sent the header: what was for this server only is not passed on. */
  dropHeader(name: string): void {
    if (this.headers[name] === undefined) return;
    delete (this.headers as Record<string, unknown>)[name];
    this.#dropped ??= new Set();
    this.#dropped.add(name);
  }

  /** Each value of a repeated header (by its lower-cased name) as sent: a comma within one does not split it. */
  headerValues(name: string): readonly string[] {
    const values: string[] = [];
    if (this.headers[name] === undefined) return values;
    for (const [sent, value] of this.headerEntries()) if (sent === name) values.push(value);
    return values;
  }

  /** Every header line in the order sent, names lower-cased, `host` included: what a proxy forwards. */
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
   * Aborted (with a `ClientGoneError`) when the client is gone before it has the whole response; after an upgrade, when
   * the connection is closed. Also when the request is cancelled.
   */
  get signal(): AbortSignal {
    if (this.#gone === undefined) {
      const gone = new AbortController();
      this.#gone = gone;
      this.#transport.onClientGone(() => gone.abort(new ClientGoneError()));
    }
    return this.#gone.signal;
  }

  /** Aborts the signal: the answer is no longer wanted, as when the client was told that it is late. */
  cancel(reason: Error): void {
    this.#gone ??= new AbortController();
    if (this.#gone.signal.aborted) return;
    this.#transport.cancelled();
    this.#gone.abort(reason);
  }

  /**
   * The whole body; empty when there is none. Rejects with `requestEntityTooLarge` when it is longer than the limit and
   * with `ClientGoneError` when the client leaves halfway. The body is read once: later calls get the same promise.
   */
  body(limitBytes: number): Promise<Buffer> {
    this.#body ??= this.#transport.readBody(limitBytes);
    return this.#body;
  }

  /** Whether a body follows the headers, perhaps an empty one. */
  get hasBody(): boolean {
    return this.#transport.hasBody;
  }

  /** The body as it arrives, for proxies; instead of `body`. */
  bodyStream(): Readable {
    return this.#transport.bodyStream();
  }

  /**
   * Takes the connection over after an Upgrade request; the handler then returns `takenOver`. Throws `badRequest` when
   * the client did not ask for an upgrade or the connection cannot be upgraded (HTTP/2, in process).
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
