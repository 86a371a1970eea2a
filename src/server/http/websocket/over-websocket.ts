import type { ApiRequest } from '../api-request.js';
import { type ApiResponse, type ResponseSink, takenOver } from '../api-response.js';
import { internalError, WebSocket } from './websocket.js';

/** Clients have no reason to send messages on a stream that only the server writes to. */
const maxMessageBytes = 64 * 1024;

interface OverWebSocketOptions {
  readonly type: 'text' | 'binary';
  /** See `WebSocketOptions`. */
  readonly protocol?: string;
  /** Encodes each chunk before it is sent. */
  readonly encode?: (chunk: Buffer) => Buffer;
}

/** Sends each chunk that is written to a sink as a WebSocket message, until the producer is done. */
export function overWebSocket(
  request: ApiRequest,
  { type, protocol = '', encode = (chunk) => chunk }: OverWebSocketOptions,
  produce: (sink: ResponseSink) => Promise<void>,
): ApiResponse {
  const socket = WebSocket.accept(request, { protocol, maxMessageBytes });
  const sink: ResponseSink = {
    write: (chunk) => socket.send(encode(chunk), type),
    drained: () => socket.drained(),
    get pendingBytes() {
      return socket.pendingBytes;
    },
    closed: socket.closed,
  };
  produce(sink).then(
    () => socket.close(),
    () => socket.close(internalError),
  );
  return takenOver;
}
