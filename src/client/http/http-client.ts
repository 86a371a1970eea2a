import {
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type Agent as PlainAgent,
  request as plainRequest,
} from 'node:http';
import { type Agent, request as secureRequest } from 'node:https';
import type { Dial } from '../../apimachinery/dial/index.js';
import { trustedRoots } from '../../apimachinery/pem/index.js';
import type { KeyPair, TlsClientOptions } from '../rest/index.js';
import { plainAgent, secureAgent } from './dialing-agents.js';

interface HttpClientOptions {
  readonly tls?: TlsClientOptions | undefined;
  readonly keyPair?: KeyPair | undefined;
  /** Opens connections. Unset: they are direct. */
  readonly dial?: Dial | undefined;
  /** Covers one request, from its first byte to the last byte of its response. */
  readonly timeoutMilliseconds: number;
}

interface HttpRequest {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: Buffer;
}

export interface HttpResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** No response was received. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly reason: 'timeout' | 'connection reset' | 'other';

  constructor(message: string, reason: HttpError['reason'], options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

/** More than any authorization decision or key set needs. */
const maxResponseBytes = 10 * 1024 * 1024;
const maxRedirects = 10;
const redirects = new Set([301, 302, 303, 307, 308]);

/**
 * A client for servers other than Kubernetes API servers. Keeps connections alive; HTTP/1.1, which all of them support.
 */
export class HttpClient {
  readonly #timeoutMilliseconds: number;
  readonly #secureAgent: Agent;
  readonly #plainAgent: PlainAgent;

  constructor({ tls, keyPair, dial, timeoutMilliseconds }: HttpClientOptions) {
    this.#timeoutMilliseconds = timeoutMilliseconds;
    this.#plainAgent = plainAgent(dial, { keepAlive: true });
    this.#secureAgent = secureAgent(dial, {
      keepAlive: true,
      rejectUnauthorized: tls?.insecure !== true,
      ...trustedRoots(tls?.authorities),
      ...(tls?.serverName && { servername: tls.serverName }),
      ...(keyPair && { cert: keyPair.certificate, key: keyPair.key }),
    });
  }

  /** Follows redirects; the headers are not sent to another origin. Rejects with `HttpError`. */
  async get(url: URL, headers: HttpRequest['headers'] = {}): Promise<HttpResponse> {
    let target = url;
    for (let turn = 0; turn <= maxRedirects; turn++) {
      const shown = target.origin === url.origin ? headers : {};
      const result = await this.send({ method: 'GET', url: target, headers: shown });
      const { location } = result.headers;
      if (!redirects.has(result.status) || location === undefined) return result;
      if (!URL.canParse(location, target.href)) throw new HttpError(`${target} redirects to ${location}`, 'other');
      target = new URL(location, target);
    }
    throw new HttpError(`stopped after ${maxRedirects} redirects`, 'other');
  }

  /** Rejects with `HttpError`. */
  async send(request: HttpRequest): Promise<HttpResponse> {
    try {
      return await this.#exchange(request);
    } catch (error) {
      throw asHttpError(request.url, error as Error);
    }
  }

  #exchange(request: HttpRequest): Promise<HttpResponse> {
    return new Promise((resolve, reject) => {
      const sent = this.#begin(request);
      sent.on('response', (response) => readResponse(response).then(resolve, reject));
      sent.on('upgrade', (_response, socket) => {
        socket.destroy();
        reject(new Error('the server tried to upgrade the connection'));
      });
      sent.on('error', reject);
      sent.end(request.body);
    });
  }

  #begin({ method, url, headers }: HttpRequest): ClientRequest {
    const signal = AbortSignal.timeout(this.#timeoutMilliseconds);
    const options = { method, headers: { ...headers } as OutgoingHttpHeaders, signal };
    return url.protocol === 'http:'
      ? plainRequest(url, { ...options, agent: this.#plainAgent })
      : secureRequest(url, { ...options, agent: this.#secureAgent });
  }

  close(): void {
    this.#secureAgent.destroy();
    this.#plainAgent.destroy();
  }
}

async function readResponse(response: IncomingMessage): Promise<HttpResponse> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response) {
    bytes += chunk.length;
    if (bytes > maxResponseBytes) throw new Error('the response is too large');
    chunks.push(chunk);
  }
  return { status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) };
}

function asHttpError(url: URL, error: Error): HttpError {
  const place = `${url.origin}${url.pathname}`;
  if (error.name === 'AbortError' || error.name === 'TimeoutError') {
    return new HttpError(`${place} did not respond in time`, 'timeout', { cause: error });
  }
  const { code } = error as NodeJS.ErrnoException;
  const reason = code === 'ECONNRESET' || code === 'EPIPE' ? 'connection reset' : 'other';
  // When several addresses were tried, the error has no message.
  const message = error.message || code || error.name;
  return new HttpError(`${place}: ${message}`, reason, { cause: error });
}
