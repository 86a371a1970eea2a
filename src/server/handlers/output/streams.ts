import { badRequest } from '../../../apimachinery/status/index.js';
import { webSocketProtocolPrefix } from '../../authentication/index.js';
import {
  type ApiRequest,
  type ApiResponse,
  internalError,
  takenOver,
  WebSocket,
  wantsWebSocket,
} from '../../http/index.js';

/** Options of `serveWebSocket`. */
export interface WebSocketOptions {
  /** The subprotocols that are supported: the first one that the client offers is used. Unset: none is. */
  readonly protocols?: readonly string[];
  /** Longer messages of the client close the connection. Unset: 1 MiB. */
  readonly maxMessageBytes?: number;
}

/**
 * Serves a WebSocket: the response of a handler. `serve` gets the open socket; if it fails, or its handler of messages,
 * the socket is closed with status 1011. Throws `badRequest` if the client does not request a WebSocket, or offers
 * other subprotocols only.
 */
export function serveWebSocket(
  request: ApiRequest,
  { protocols = [], ...options }: WebSocketOptions,
  serve: (socket: WebSocket) => void | Promise<void>,
): ApiResponse {
  if (!wantsWebSocket(request)) throw badRequest('a WebSocket request is expected');
  const offered = offeredProtocols(request);
  const protocol = offered.find((each) => protocols.includes(each));
  if (protocols.length > 0 && protocol === undefined) {
    throw badRequest(`unable to upgrade: the client offers none of the subprotocols ${protocols.join(', ')}`);
  }
  const socket = WebSocket.accept(request, { ...options, ...(protocol !== undefined && { protocol }) });
  const serving = async (): Promise<void> => serve(socket);
  serving().catch(() => socket.close(internalError));
  return takenOver;
}

/** The subprotocols that a client offers. The one that carries a bearer token does not count. */
export function offeredProtocols(request: ApiRequest): string[] {
  const offered = (request.header('sec-websocket-protocol') ?? '').split(',').map((each) => each.trim());
  return offered.filter((each) => each !== '' && !each.startsWith(webSocketProtocolPrefix));
}

/**
 * Streams chunks as the body of a response, as fast as the client reads: the response of a handler such as that of a
 * log. When the client disconnects, iteration ends.
 */
export function streamResponse(
  chunks: AsyncIterable<string | Buffer>,
  { contentType = 'text/plain; charset=utf-8' }: { readonly contentType?: string } = {},
): ApiResponse {
  return {
    status: 200,
    headers: { 'content-type': contentType },
    async body(sink) {
      const iterator = chunks[Symbol.asyncIterator]();
      const gone = new Promise<undefined>((resolve) => {
        sink.closed.addEventListener('abort', () => resolve(undefined), { once: true });
      });
      while (!sink.closed.aborted) {
        const next = await Promise.race([iterator.next(), gone]);
        if (!next || next.done) break;
        if (!sink.write(Buffer.from(next.value))) await sink.drained();
      }
      // Not awaited: it may wait for a chunk that never comes.
      iterator.return?.()?.catch(() => undefined);
    },
  };
}
