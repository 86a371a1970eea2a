// Follows staging/src/k8s.io/apiserver/pkg/util/proxy/translatinghandler.go (v1.36)

import { badRequest } from '../../apimachinery/status/index.js';
import { type ApiRequest, type ApiResponse, wantsWebSocket } from '../../server/http/index.js';
import { forwardedHeaders, openTunnel, TunnelError, wantsUpgrade } from '../../server/proxy/index.js';
import { unexpected } from '../proxy/index.js';
import { tunneledProtocols, tunnelPorts } from './port-tunnel.js';
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
    throw error instanceof TunnelError ? unexpected(error.message) : error;
  }
}
