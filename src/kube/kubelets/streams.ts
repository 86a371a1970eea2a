// Follows staging/src/k8s.io/apiserver/pkg/util/proxy/translatinghandler.go (v1.36)
// Follows staging/src/k8s.io/apiserver/pkg/util/proxy/streamtunnel.go (v1.36)

import { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { badRequest, errorWithoutReason } from '../../apimachinery/status/index.js';
import { type ApiRequest, type ApiResponse, takenOver, WebSocket, wantsWebSocket } from '../../server/http/index.js';
import {
  forwardedHeaders,
  openTunnel,
  plainError,
  refusedUpgrade,
  requestUpgrade,
  TunnelError,
  type UpgradedBackend,
  wantsUpgrade,
} from '../../server/proxy/index.js';
import {
  type StreamDestination,
  type StreamOptions,
  translatedProtocol,
  translateStreams,
} from './stream-translator.js';

/** Connects a client to the streams of a container process: passed through, or translated for the kubelet. */
export function connectStreams(
  request: ApiRequest,
  destination: StreamDestination,
  options: StreamOptions,
): Promise<ApiResponse> {
  return upgrading(async () => {
    const { translatesWebSockets } = destination.kubelet;
    const isTranslated = translatesWebSockets.streams && offers(request, translatedProtocol);
    return isTranslated ? translateStreams(request, destination, options) : passThrough(request, destination);
  });
}

/** Connects a client to ports of a pod. */
export function connectPorts(request: ApiRequest, destination: StreamDestination): Promise<ApiResponse> {
  return upgrading(async () => {
    const { translatesWebSockets } = destination.kubelet;
    const isTunneled = translatesWebSockets.ports && wantsWebSocket(request) && tunneledProtocols(request).length > 0;
    return isTunneled ? tunnelPorts(request, destination) : passThrough(request, destination);
  });
}

function offers(request: ApiRequest, wanted: string): boolean {
  if (!wantsWebSocket(request)) return false;
  const offered = (request.header('sec-websocket-protocol') ?? '').split(',');
  return offered.some((protocol) => protocol.trim() === wanted);
}

/** Passes the upgrade through to the kubelet, whatever the protocol. */
async function passThrough(request: ApiRequest, { kubelet, target }: StreamDestination): Promise<ApiResponse> {
  if (!wantsUpgrade(request)) throw badRequest('Upgrade request required');
  const { backend, address } = kubelet;
  const headers = forwardedHeaders(request, { address, isUpgrade: true });
  return openTunnel(request, { backend, address, target, headers });
}

async function upgrading(connect: () => Promise<ApiResponse>): Promise<ApiResponse> {
  try {
    return await connect();
  } catch (error) {
    throw error instanceof TunnelError ? errorWithoutReason(error.message) : error;
  }
}

/** Prefix of the subprotocol for SPDY tunneled through a WebSocket. */
const tunnelPrefix = 'SPDY/3.1+';
const maxMessageBytes = 32 * 1024 * 1024;

/** Returns the SPDY protocols that a client offers to tunnel through a WebSocket. */
function tunneledProtocols(request: ApiRequest): string[] {
  const offered = (request.header('sec-websocket-protocol') ?? '').split(',').map((protocol) => protocol.trim());
  return offered
    .filter((protocol) => protocol.startsWith(tunnelPrefix) && protocol.endsWith('.k8s.io'))
    .map((protocol) => protocol.slice(tunnelPrefix.length));
}

/** Tunnels SPDY in a WebSocket of the client to SPDY of the kubelet. Throws `TunnelError`. */
async function tunnelPorts(request: ApiRequest, { kubelet, target }: StreamDestination): Promise<ApiResponse> {
  const { backend, address } = kubelet;
  const versions = tunneledProtocols(request).flatMap((protocol) => ['x-stream-protocol-version', protocol]);
  const headers = [
    ...forwardedHeaders(request, { address, isPrivate: (name) => name.startsWith('sec-websocket-') }),
    ...['connection', 'Upgrade', 'upgrade', 'SPDY/3.1', 'content-length', '0'],
    ...versions,
  ];
  const result = await requestUpgrade('POST', { backend, address, target, headers, signal: request.signal });
  if (result instanceof IncomingMessage) return refusedUpgrade(request, result);
  if (!/spdy\/3\.1/i.test(result.response.headers.upgrade ?? '')) {
    result.socket.destroy();
    return plainError(500, 'unable to upgrade: missing upgrade headers in response');
  }
  return join(request, result);
}

function join(request: ApiRequest, { response, socket: kubelet, head }: UpgradedBackend): ApiResponse {
  const protocol = response.headers['x-stream-protocol-version'];
  const client = WebSocket.accept(request, {
    ...(protocol && { protocol: `${tunnelPrefix}${protocol}` }),
    maxMessageBytes,
    onMessage: (message) => {
      if (kubelet.write(message)) return;
      client.pause();
      kubelet.once('drain', () => client.resume());
    },
  });
  if (head.length > 0) client.send(head, 'binary');
  (kubelet as Socket).setTimeout(0);
  kubelet.on('data', (chunk: Buffer) => {
    if (client.send(chunk, 'binary')) return;
    kubelet.pause();
    void client.drained().then(() => kubelet.resume());
  });
  kubelet.on('error', () => {});
  kubelet.once('close', () => client.close());
  client.closed.addEventListener('abort', () => kubelet.destroy(), { once: true });
  return takenOver;
}
