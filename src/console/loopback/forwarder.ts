import { once } from 'node:events';
import type {
  ClientRequest,
  IncomingHttpHeaders,
  IncomingMessage,
  OutgoingHttpHeaders,
  ServerResponse,
} from 'node:http';
import { Agent as PlainAgent, request as plainRequest } from 'node:http';
import { Agent, request as secureRequest } from 'node:https';
import { type Duplex, pipeline } from 'node:stream';
import { trustedRoots } from '../../apimachinery/pem/index.js';
import type { ConnectionConfig } from '../../client/kubeconfig/index.js';
import type { KeyPair } from '../../client/rest/index.js';
import { sandbox } from '../page-headers.js';
import type { LongRunningRequest, StreamedResponse } from './shared-connection.js';

/** Between the browser and us: hop by hop, or about the browser's origin and credentials. */
const ours =
  /^(?:authorization|connection|cookie|host|impersonate-.*|keep-alive|origin|proxy-.*|referer|sec-fetch-.*|te|trailer|transfer-encoding|upgrade|x-forwarded-.*|x-remote-.*|x-trestle-console)$/;
/** Of responses: hop by hop, or addressed to another origin. */
const theirs =
  /^(?:access-control-.*|connection|keep-alive|proxy-.*|set-cookie|strict-transport-security|trailer|transfer-encoding|upgrade)$/;

/** Forwards requests to the server of a kubeconfig, with its credentials. */
export class Forwarder {
  readonly #connection: ConnectionConfig;
  readonly #server: URL;
  #agent: { readonly keyPair: KeyPair | undefined; readonly agent: Agent | PlainAgent } | undefined;

  constructor(connection: ConnectionConfig) {
    this.#connection = connection;
    this.#server = new URL(connection.server);
  }

  /** `target`: path and query. */
  async forward(target: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const sent = await this.#send(target, request);
    sent.on('response', (received) => {
      response.writeHead(received.statusCode ?? 502, responseHeaders(received.headers));
      // Watches: the headers are of interest before the first event.
      response.flushHeaders();
      pipeline(received, response, () => undefined);
    });
    sent.on('error', (error) => fail(response, error));
    response.on('close', () => sent.destroy());
    request.pipe(sent);
  }

  /** Sends a request that ends with its signal. A response that breaks off throws where it is read. */
  async get({ target, accept, signal }: LongRunningRequest): Promise<StreamedResponse> {
    const sent = await this.#send(target, { method: 'GET', headers: { accept } });
    const end = () => sent.destroy();
    if (signal.aborted) end();
    signal.addEventListener('abort', end);
    sent.on('close', () => signal.removeEventListener('abort', end));
    // The reader of the response sees it as well.
    sent.on('error', () => undefined);
    sent.end();
    const [received] = (await once(sent, 'response')) as [IncomingMessage];
    return { status: received.statusCode ?? 502, headers: responseHeaders(received.headers), body: received };
  }

  /** The same for WebSockets. */
  async forwardUpgrade(target: string, request: IncomingMessage, { socket, head }: { socket: Duplex; head: Buffer }) {
    const sent = await this.#send(target, request, { connection: 'Upgrade', upgrade: 'websocket' });
    const end = () => socket.destroy();
    sent.on('upgrade', (received, upstream, firstBytes) => {
      socket.write(headOf(received));
      socket.write(firstBytes);
      upstream.write(head);
      pipeline(upstream, socket, end);
      pipeline(socket, upstream, () => upstream.destroy());
    });
    sent.on('response', (received) => {
      socket.end(`HTTP/1.1 ${received.statusCode ?? 502} Refused\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
      received.resume();
    });
    sent.on('error', end);
    socket.on('error', () => sent.destroy());
    socket.on('close', () => sent.destroy());
    sent.end();
  }

  close(): void {
    this.#agent?.agent.destroy();
  }

  async #send(
    target: string,
    request: Pick<IncomingMessage, 'method' | 'headers'>,
    more: OutgoingHttpHeaders = {},
  ): Promise<ClientRequest> {
    const { credentials, headers: fixed } = this.#connection;
    const [authorization, keyPair] = await Promise.all([credentials?.authorization?.(), credentials?.keyPair?.()]);
    const headers = {
      ...requestHeaders(request.headers),
      ...(fixed as OutgoingHttpHeaders),
      ...(authorization !== undefined && { authorization }),
      ...more,
    };
    const isPlain = this.#server.protocol === 'http:';
    const url = new URL(this.#server);
    const path = `${url.pathname.replace(/\/$/, '')}${target}`;
    const options = { method: request.method, path, headers, agent: this.#agentFor(keyPair, isPlain) };
    const sent = isPlain
      ? plainRequest(url, options)
      : secureRequest(url, options as Parameters<typeof secureRequest>[1]);
    sent.on('response', ({ statusCode }) => {
      if (statusCode === 401) credentials?.refused?.();
    });
    return sent;
  }

  #agentFor(keyPair: KeyPair | undefined, isPlain: boolean): Agent | PlainAgent {
    if (this.#agent && this.#agent.keyPair === keyPair) return this.#agent.agent;
    this.#agent?.agent.destroy();
    const { tls } = this.#connection;
    const agent = isPlain
      ? new PlainAgent({ keepAlive: true })
      : new Agent({
          keepAlive: true,
          rejectUnauthorized: tls?.insecure !== true,
          ...trustedRoots(tls?.authorities),
          ...(tls?.serverName && { servername: tls.serverName }),
          ...(keyPair && { cert: keyPair.certificate, key: keyPair.key }),
        });
    this.#agent = { keyPair, agent };
    return agent;
  }
}

function requestHeaders(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !ours.test(name)));
}

function responseHeaders(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  const kept = Object.entries(headers).filter(([name]) => !theirs.test(name));
  return { ...Object.fromEntries(kept), 'content-security-policy': sandbox, 'x-content-type-options': 'nosniff' };
}

function headOf({ rawHeaders }: IncomingMessage): string {
  const lines = rawHeaders.flatMap((name, index) => (index % 2 === 0 ? [`${name}: ${rawHeaders[index + 1]}`] : []));
  return `HTTP/1.1 101 Switching Protocols\r\n${lines.join('\r\n')}\r\n\r\n`;
}

/** As the API server would say it. */
function fail(response: ServerResponse, error: Error): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const message = `the API server cannot be reached: ${error.message || (error as NodeJS.ErrnoException).code}`;
  const status = {
    kind: 'Status',
    apiVersion: 'v1',
    status: 'Failure',
    reason: 'ServiceUnavailable',
    code: 503,
    message,
  };
  response.writeHead(503, { 'content-type': 'application/json' }).end(JSON.stringify(status));
}
