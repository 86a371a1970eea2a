import { once } from 'node:events';
import http2 from 'node:http2';
import https from 'node:https';
import type { Readable, Writable } from 'node:stream';
import type { Protocol } from '../api-request.js';

export interface ClientOptions {
  readonly protocol: Protocol;
  readonly port: number;
  readonly servername?: string;
  readonly ca?: string | Buffer;
  readonly cert?: string;
  readonly key?: string;
}

export interface Exchange {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The unread body. */
  readonly incoming: Readable;
  /** Aborts the exchange from the client's side. */
  abort(): void;
}

export interface RequestInit {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly body?: Buffer;
  /** Called with the request stream, to write to it instead of sending a body. */
  readonly send?: (outgoing: Writable) => void;
}

/** A client built on Node's: one HTTP/2 connection, or as many HTTP/1.1 connections as needed. */
export class Client {
  readonly #options: ClientOptions;
  readonly #agent: https.Agent;
  #session: http2.ClientHttp2Session | undefined;

  constructor(options: ClientOptions) {
    this.#options = options;
    const { protocol: _protocol, port: _port, ...tls } = options;
    this.#agent = new https.Agent({ keepAlive: true, rejectUnauthorized: options.ca !== undefined, ...tls });
  }

  async get(path: string, headers: RequestInit['headers'] = {}): Promise<{ status: number; text: string }> {
    const { status, incoming } = await this.open({ path, headers });
    return { status, text: (await bytesOf(incoming)).toString() };
  }

  open(init: RequestInit): Promise<Exchange> {
    return this.#options.protocol === 'HTTP/2.0' ? this.#openHttp2(init) : this.#openHttp1(init);
  }

  get session(): http2.ClientHttp2Session {
    if (this.#session === undefined || this.#session.closed) {
      const { protocol: _protocol, port, ...tls } = this.#options;
      const options = { rejectUnauthorized: tls.ca !== undefined, ...tls };
      this.#session = http2.connect(`https://localhost:${port}`, options);
      this.#session.on('error', () => {});
    }
    return this.#session;
  }

  close(): void {
    this.#agent.destroy();
    this.#session?.destroy();
  }

  async #openHttp2({ method = 'GET', path = '/', headers = {}, body, send }: RequestInit): Promise<Exchange> {
    const stream = this.session.request(
      { ':method': method, ':path': path, ...headers },
      { endStream: body === undefined && send === undefined },
    );
    if (send) send(stream);
    else if (body) stream.end(body);
    const closed = once(stream, 'close').then(() => Promise.reject(new Error('closed without a response')));
    const [response] = await Promise.race([once(stream, 'response'), closed]);
    closed.catch(() => {});
    stream.on('error', () => {});
    const { ':status': status, ...rest } = response;
    return { status, headers: rest, incoming: stream, abort: () => stream.close(http2.constants.NGHTTP2_CANCEL) };
  }

  async #openHttp1({ method = 'GET', path = '/', headers = {}, body, send }: RequestInit): Promise<Exchange> {
    const { port } = this.#options;
    const length = body && { 'content-length': String(body.length) };
    const options = { host: 'localhost', port, agent: this.#agent, method, path, headers: { ...headers, ...length } };
    const request = https.request(options as https.RequestOptions);
    if (send) {
      request.flushHeaders();
      send(request);
    } else request.end(body);
    const [response] = await once(request, 'response');
    request.on('error', () => {});
    response.on('error', () => {});
    return {
      status: response.statusCode,
      headers: response.headers,
      incoming: response,
      abort: () => request.destroy(),
    };
  }
}

export async function bytesOf(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}
