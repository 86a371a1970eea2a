import { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type ApiRequest, type ApiResponse, takenOver, type UpgradedConnection } from '../http/index.js';
import type { Backend, Endpoint, UpgradedBackend } from './backend.js';
import { handBack } from './hand-back.js';
import { networkErrorText } from './network-error.js';

/** No tunnel could be opened. The message is upstream's. */
export class TunnelError extends Error {
  override readonly name = 'TunnelError';
}

export interface TunnelDestination {
  readonly backend: Backend;
  readonly endpoint: Endpoint;
  /** Path and query. */
  readonly target: string;
  /** Names and values in turn; see `forwardedHeaders`. */
  readonly headers: readonly string[];
}

/**
 * Hands a request to upgrade the connection on. Only when the server has agreed to it are the two connections joined:
 * a client must never get to speak on a connection that is known to be ours. Throws `TunnelError`.
 */
export async function openTunnel(request: ApiRequest, destination: TunnelDestination): Promise<ApiResponse> {
  const answer = await askToUpgrade(request.method, { ...destination, signal: request.signal });
  return answer instanceof IncomingMessage ? refusedUpgrade(request, answer) : join(request, answer);
}

/** The connection to a server that has agreed to upgrade it, or what it says otherwise. Throws `TunnelError`. */
export async function askToUpgrade(
  method: string,
  { backend, endpoint, target, headers, signal }: TunnelDestination & { readonly signal: AbortSignal },
): Promise<UpgradedBackend | IncomingMessage> {
  try {
    return await backend.upgrade(endpoint, { method, target, headers, signal });
  } catch (error) {
    signal.throwIfAborted();
    throw new TunnelError(`error dialing backend: ${networkErrorText(error)}`, { cause: error });
  }
}

/** What a server says that does not agree is handed back, and the connection to it goes. Throws `TunnelError`. */
export async function refusedUpgrade(request: ApiRequest, response: IncomingMessage): Promise<ApiResponse> {
  const { statusCode = 0 } = response;
  if (statusCode >= 400) return { ...(await handBack(request, response)), closeConnection: true };
  response.destroy();
  throw new TunnelError(`invalid upgrade response: status code ${statusCode}`);
}

function join(request: ApiRequest, { response, socket: server, head }: UpgradedBackend): ApiResponse {
  const { socket: client, head: early } = takeOver(request, server);
  client.write(headOf(response), 'latin1');
  if (head.length > 0) client.write(head);
  if (early.length > 0) server.write(early);
  endTogether(client, server);
  endTogether(server, client);
  request.signal.addEventListener('abort', () => (client as Socket).destroySoon(), { once: true });
  client.pipe(server);
  server.pipe(client);
  return takenOver;
}

/** Without a client there is no use for the server's connection. */
function takeOver(request: ApiRequest, server: Duplex): UpgradedConnection {
  try {
    request.signal.throwIfAborted();
    return request.upgrade();
  } catch (error) {
    server.destroy();
    throw error;
  }
}

/** When one end is closed the other one is, once what was on its way has been written. */
function endTogether(one: Duplex, other: Duplex): void {
  (one as Socket).setTimeout(0);
  (one as Socket).setNoDelay(true);
  one.on('error', () => {});
  one.once('close', () => (other as Socket).destroySoon());
  one.once('end', () => (other as Socket).destroySoon());
}

function headOf({ statusMessage = '', rawHeaders }: IncomingMessage): string {
  let head = `HTTP/1.1 101 ${statusMessage || 'Switching Protocols'}\r\n`;
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    head += `${rawHeaders[index]}: ${rawHeaders[index + 1]}\r\n`;
  }
  return `${head}\r\n`;
}
