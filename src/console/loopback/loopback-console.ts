import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { ConnectionConfig } from '../../client/kubeconfig/index.js';
import { wantsWebSocket } from '../../server/http/index.js';
import { ConsoleFiles } from '../console-files.js';
import { isOwnRequest } from '../own-request.js';
import { pageHeaders } from '../page-headers.js';
import { Forwarder } from './forwarder.js';
import { SharedConnection } from './shared-connection.js';

/** Where pages open the WebSocket that their long-running requests share. */
const sharedConnection = 'console/shared-connection';

export interface LoopbackConsoleOptions {
  readonly connection: ConnectionConfig;
  /** Shown on the pages. */
  readonly context: string;
  /** Unset: any free port. */
  readonly port?: number | undefined;
  readonly newSecret?: () => string;
}

/**
 * The console on a loopback port, for the server of a kubeconfig. Whoever knows its random path can use the
 * credentials; pages of other origins cannot, even if they know it, and a name that resolves to this address is
 * refused.
 */
export class LoopbackConsole {
  readonly #files = new ConsoleFiles();
  readonly #options: LoopbackConsoleOptions;
  readonly #forwarder: Forwarder;
  readonly #root: string;
  readonly #server: Server;
  /** Connections that are WebSockets now. */
  readonly #upgraded = new Set<Duplex>();

  static async start(options: LoopbackConsoleOptions): Promise<LoopbackConsole> {
    const started = new LoopbackConsole(options);
    started.#server.listen(options.port ?? 0, '127.0.0.1');
    await once(started.#server, 'listening');
    return started;
  }

  private constructor(options: LoopbackConsoleOptions) {
    const { newSecret = () => randomBytes(24).toString('base64url') } = options;
    this.#options = options;
    this.#forwarder = new Forwarder(options.connection);
    this.#root = `/${newSecret()}`;
    this.#server = createServer((request, response) => void this.#serve(request, response));
    this.#server.on('upgrade', (request, socket, head) => void this.#upgrade(request, { socket, head }));
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}${this.#root}/console/`;
  }

  async close(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    for (const socket of this.#upgraded) socket.destroy();
    this.#forwarder.close();
    await once(this.#server, 'close');
  }

  get #port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const target = this.#targetOf(request);
    try {
      if (target === undefined) send(response, 404, { message: 'not found' });
      else if (target === '/console') response.writeHead(301, { location: `${this.#root}/console/` }).end();
      else if (target === '/console/session') this.#serveSession(request, response);
      else if (target.startsWith('/console/')) await this.#serveFile(target, request, response);
      else if (!this.#isOwn(request)) send(response, 403, { message: 'not requested by a page of the console' });
      else await this.#forwarder.forward(target, request, response);
    } catch (error) {
      send(response, 502, { message: (error as Error).message });
    }
  }

  async #upgrade(request: IncomingMessage, connection: { socket: Duplex; head: Buffer }): Promise<void> {
    const target = this.#targetOf(request);
    this.#upgraded.add(connection.socket);
    connection.socket.once('close', () => this.#upgraded.delete(connection.socket));
    connection.socket.on('error', () => connection.socket.destroy());
    try {
      if (target === undefined || !this.#isOwn(request)) connection.socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
      else if (target === `/${sharedConnection}` && wantsWebSocket(request))
        new SharedConnection({ ...connection, message: request }, (sent) => this.#forwarder.get(sent));
      else await this.#forwarder.forwardUpgrade(target, request, connection);
    } catch {
      connection.socket.destroy();
    }
  }

  /** The path and query below the random path; undefined if the request is not for this server. */
  #targetOf({ url = '', headers: { host } }: IncomingMessage): string | undefined {
    if (host !== `127.0.0.1:${this.#port}` && host !== `localhost:${this.#port}`) return undefined;
    return url.startsWith(`${this.#root}/`) ? url.slice(this.#root.length) : undefined;
  }

  #isOwn({ headers }: IncomingMessage): boolean {
    const header = (name: string) => {
      const value = headers[name];
      return typeof value === 'object' ? value.join(', ') : value;
    };
    return isOwnRequest(header, `http://${headers.host}`);
  }

  #serveSession(request: IncomingMessage, response: ServerResponse): void {
    const { connection, context } = this.#options;
    if (!this.#isOwn(request)) send(response, 403, { message: 'not requested by a page of the console' });
    else send(response, 200, { context, server: connection.server, namespace: connection.namespace, sharedConnection });
  }

  async #serveFile(target: string, { headers, method }: IncomingMessage, response: ServerResponse): Promise<void> {
    const name = target.slice('/console/'.length);
    const file = await this.#files.respond(name, String(headers['accept-encoding'] ?? ''));
    response.writeHead(file.status, { ...file.headers, 'content-length': file.body.length });
    response.end(method === 'HEAD' ? undefined : file.body);
  }
}

function send(response: ServerResponse, status: number, content: object): void {
  if (response.headersSent) return void response.destroy();
  response.writeHead(status, { ...pageHeaders, 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(JSON.stringify(content));
}
