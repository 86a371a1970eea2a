// Follows staging/src/k8s.io/apiserver/pkg/util/proxy/streamtunnel.go (v1.36)

import { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { type ApiRequest, type ApiResponse, takenOver, WebSocket } from '../../server/http/index.js';
import {
  askToUpgrade,
  forwardedHeaders,
  plainError,
  refusedUpgrade,
  type UpgradedBackend,
} from '../../server/proxy/index.js';
import type { StreamDestination } from './stream-translator.js';

/** Prefix of the subprotocol for SPDY tunneled through a WebSocket. */
const tunnelPrefix = 'SPDY/3.1+';
const maxMessageBytes = 32 * 1024 * 1024;

/** Returns the SPDY protocols that a client offers to tunnel through a WebSocket. */
export function tunneledProtocols(request: ApiRequest): string[] {
  const offered = (request.header('sec-websocket-protocol') ?? '').split(',').map((protocol) => protocol.trim());
  return offered
    .filter((protocol) => protocol.startsWith(tunnelPrefix) && protocol.endsWith('.k8s.io'))
    .map((protocol) => protocol.slice(tunnelPrefix.length));
}

/** Tunnels SPDY in a WebSocket of the client to SPDY of the kubelet. Throws `TunnelError`. */
export async function tunnelPorts(request: ApiRequest, { kubelet, target }: StreamDestination): Promise<ApiResponse> {
  const { backend, address } = kubelet;
  const versions = tunneledProtocols(request).flatMap((protocol) => ['x-stream-protocol-version', protocol]);
  const headers = [
    ...forwardedHeaders(request, { address, isPrivate: (name) => name.startsWith('sec-websocket-') }),
    ...['connection', 'Upgrade', 'upgrade', 'SPDY/3.1', 'content-length', '0'],
    ...versions,
  ];
  const result = await askToUpgrade('POST', { backend, address, target, headers, signal: request.signal });
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
