import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isJsonObject, type JsonObject } from '../../apimachinery/meta/index.js';
import {
  badRequest,
  forbidden,
  genericServerResponse,
  requestEntityTooLarge,
  statusOf,
  unsupportedMediaType,
} from '../../apimachinery/status/index.js';
import type { TestServerOptions } from '../test-server.js';
import { describeServer, HandedOutServers, type ServerDescription } from './handed-out-servers.js';
import { controlOpenApi } from './openapi.js';
import { type ControlRequest, type ControlResult, operations } from './operations.js';

const maxBodyBytes = 64 * 1024 * 1024;
const localNames = new Set(['127.0.0.1', 'localhost', '[::1]']);

/**
 * Creates test servers for clients in other processes, in any language. The response that hands out a server stays
 * open: when its client closes the connection, or ends in whatever way, the server is gone.
 */
export class ControlServer {
  readonly #servers = new HandedOutServers();
  readonly #http: Server;

  /** Listens on the loopback address only. 0: any free port. */
  static async start({ port }: { port: number }): Promise<ControlServer> {
    const server = new ControlServer();
    server.#http.listen(port, '127.0.0.1');
    await once(server.#http, 'listening');
    return server;
  }

  private constructor() {
    // The time until the first request is not limited: a client may hold its response for as long as it wants.
    this.#http = createServer({ requestTimeout: 0 }, (request, response) => void this.#serve(request, response));
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#http.address() as AddressInfo).port}`;
  }

  /** Creates a server that lives until it is deleted. */
  async createServer(options: TestServerOptions): Promise<ServerDescription> {
    return describeServer(await this.#servers.start(options));
  }

  /** Ends all servers. */
  async close(): Promise<void> {
    const closed = once(this.#http, 'close');
    this.#http.close();
    await this.#servers.close();
    this.#http.closeAllConnections();
    await closed;
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      refuseBrowsers(request);
      this.#send(response, await this.#answer(request));
    } catch (error) {
      const status = statusOf(error);
      send(response, status.code ?? 500, status);
    }
  }

  async #answer(request: IncomingMessage): Promise<ControlResult> {
    const path = (request.url ?? '/').split('?', 1)[0]!;
    if (request.method === 'GET' && path === '/openapi.json') return { code: 200, body: controlOpenApi };
    const { operation, ids } = find(request.method ?? '', path);
    return operation(this.#servers, { ids, ...(await readBody(request)) });
  }

  #send(response: ServerResponse, { code, body, handedOut }: ControlResult): void {
    if (!handedOut) {
      send(response, code, body);
      return;
    }
    response.writeHead(code, { 'content-type': 'application/json' });
    response.write(`${JSON.stringify(body)}\n`);
    const end = () => void this.#servers.end(handedOut.id).catch(() => undefined);
    if (response.destroyed) end();
    else response.once('close', end);
    handedOut.ended.addEventListener('abort', () => response.end(), { once: true });
  }
}

function send(response: ServerResponse, code: number, body: object | undefined): void {
  response.writeHead(code, body && { 'content-type': 'application/json' });
  response.end(body && `${JSON.stringify(body)}\n`);
}

/** A page in a browser of this machine must not be able to use the API. */
function refuseBrowsers({ headers }: IncomingMessage): void {
  const host = (headers.host ?? '').replace(/:\d+$/, '');
  if (headers.origin === undefined && localNames.has(host)) return;
  throw forbidden({ group: '', resource: 'servers' }, '', 'the control API is for programs on this machine only');
}

/** /servers/1/states/2/restore: every second segment identifies something. */
function find(method: string, path: string) {
  const segments = path.split('/').slice(1);
  const isId = (index: number): boolean => index % 2 === 1;
  const pattern = `/${segments.map((segment, index) => (isId(index) ? '*' : segment)).join('/')}`;
  const ids = segments.filter((_segment, index) => isId(index));
  // Unambiguous: a method has no space.
  const key = `${method} ${pattern}`;
  const operation = Object.hasOwn(operations, key) ? operations[key] : undefined;
  if (operation) return { operation, ids };
  const isKnown = Object.keys(operations).some((other) => other.endsWith(` ${pattern}`));
  throw genericServerResponse({ code: isKnown ? 405 : 404, method, resource: { group: '', resource: '' }, name: '' });
}

async function readBody(request: IncomingMessage): Promise<Pick<ControlRequest, 'body' | 'text'>> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBodyBytes) throw requestEntityTooLarge(`the limit is ${maxBodyBytes} bytes`);
    chunks.push(chunk);
  }
  const text = Buffer.concat(chunks).toString();
  if (text === '') return { body: {}, text: undefined };
  const type = (request.headers['content-type'] ?? 'application/json').split(';', 1)[0]!.trim();
  if (type === 'application/yaml') return { body: {}, text };
  if (type !== 'application/json') throw unsupportedMediaType(['application/json', 'application/yaml']);
  return { body: parseJson(text), text: undefined };
}

function parseJson(text: string): JsonObject {
  try {
    const body: unknown = JSON.parse(text);
    if (isJsonObject(body as never)) return body as JsonObject;
  } catch {
    // The same problem.
  }
  throw badRequest('the body is not a JSON object');
}
