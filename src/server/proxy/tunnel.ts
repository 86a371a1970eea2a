// Follows staging/src/k8s.io/apimachinery/pkg/util/proxy/upgradeaware.go (v1.36)

import { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type ApiRequest, type ApiResponse, takenOver, type UpgradedConnection } from '../http/index.js';
import type { Backend, BackendAddress, UpgradedBackend } from './backend.js';
import { networkErrorText } from './network-error.js';
import { relayResponse } from './relay-response.js';
import { Throttle } from './throttle.js';

/** The tunnel could not be opened. The message is upstream's. */
export class TunnelError extends Error {
  override readonly name = 'TunnelError';
}

interface TunnelDestination {
  readonly backend: Backend;
  readonly address: BackendAddress;
  /** Path and query. */
  readonly target: string;
  /** Alternating names and values; see `forwardedHeaders`. */
  readonly headers: readonly string[];
}

/**
 * Forwards an upgrade request. The two connections are joined only after the server has agreed: a client must never be
 * able to send arbitrary requests on a connection that is trusted as ours. Throws `TunnelError`.
 */
export async function openTunnel(request: ApiRequest, destination: TunnelDestination): Promise<ApiResponse> {
  const result = await requestUpgrade(request.method, { ...destination, signal: request.signal });
  if (result instanceof IncomingMessage) return refusedUpgrade(request, result);
  return join(request, result, destination.backend.bytesPerSecond);
}

/** Returns the connection to a server that agreed to the upgrade, or its response otherwise. Throws `TunnelError`. */
export async function requestUpgrade(
  method: string,
  { backend, address, target, headers, signal }: TunnelDestination & { readonly signal: AbortSignal },
): Promise<UpgradedBackend | IncomingMessage> {
  try {
    return await backend.upgrade(address, { method, target, headers, signal });
  } catch (error) {
    signal.throwIfAborted();
    throw new TunnelError(`error dialing backend: ${networkErrorText(error)}`, { cause: error });
  }
}

/** Returns the response of a server that declined, and closes the connection to it. Throws `TunnelError`. */
export async function refusedUpgrade(request: ApiRequest, response: IncomingMessage): Promise<ApiResponse> {
  const { statusCode = 0 } = response;
  if (statusCode >= 400) return { ...(await relayResponse(request, response)), closeConnection: true };
  response.destroy();
  throw new TunnelError(`invalid upgrade response: status code ${statusCode}`);
}

function join(
  request: ApiRequest,
  { response, socket: server, head }: UpgradedBackend,
  bytesPerSecond: number,
): ApiResponse {
  const { socket: client, head: early } = takeOver(request, server);
  client.write(headOf(response), 'latin1');
  if (head.length > 0) client.write(head);
  if (early.length > 0) server.write(early);
  endTogether(client, server);
  endTogether(server, client);
  request.signal.addEventListener('abort', () => (client as Socket).destroySoon(), { once: true });
  transfer(client, server, bytesPerSecond);
  transfer(server, client, bytesPerSecond);
  return takenOver;
}

/** In one direction, at a limited rate; 0: no limit. */
function transfer(from: Duplex, to: Duplex, bytesPerSecond: number): void {
  if (bytesPerSecond === 0) {
    from.pipe(to);
    return;
  }
  const throttle = new Throttle(bytesPerSecond);
  from.once('close', () => throttle.end());
  to.once('close', () => throttle.destroy());
  from.pipe(throttle).pipe(to);
}

/** If the client is gone, the connection to the server is not needed either. */
function takeOver(request: ApiRequest, server: Duplex): UpgradedConnection {
  try {
    request.signal.throwIfAborted();
    return request.upgrade();
  } catch (error) {
    server.destroy();
    throw error;
  }
}

/** When one end closes, the other is closed after pending data has been written. */
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
