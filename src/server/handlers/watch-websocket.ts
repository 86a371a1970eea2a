import { type ApiRequest, type ApiResponse, type ResponseSink, takenOver, WebSocket } from '../http/index.js';

/** Clients have nothing to say to a watch. */
const maxMessageBytes = 64 * 1024;

/** Sends what is written to a sink as messages of a WebSocket, one for each piece, until it is done. */
export function overWebSocket(
  request: ApiRequest,
  type: 'text' | 'binary',
  produce: (sink: ResponseSink) => Promise<void>,
): ApiResponse {
  const socket = WebSocket.accept(request, { maxMessageBytes });
  const sink: ResponseSink = {
    write: (chunk) => socket.send(chunk, type),
    drained: () => socket.drained(),
    get pendingBytes() {
      return socket.pendingBytes;
    },
    closed: socket.closed,
  };
  produce(sink).then(
    () => socket.close(),
    () => socket.close(1011),
  );
  return takenOver;
}
