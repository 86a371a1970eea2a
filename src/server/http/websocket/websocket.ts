import { createHash } from 'node:crypto';
import type { Duplex } from 'node:stream';
import { systemClock } from '../../../apimachinery/clock/index.js';
import { badRequest } from '../../../apimachinery/status/index.js';
import type { ApiRequest, RequestHeaders, UpgradedConnection } from '../api-request.js';
import { FrameReader, frameHead, type Message, opcodes, WebSocketError } from './frame-reader.js';

interface WebSocketOptions {
  /** The negotiated subprotocol. Unset: none. */
  readonly protocol?: string;
  /** Longer messages of the client close the connection. Unset: 1 MiB. */
  readonly maxMessageBytes?: number;
  readonly onMessage?: (payload: Buffer, type: 'text' | 'binary') => void;
}

const keySuffix = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
/** Status codes for a server that shuts down, and for its errors. */
const goingAway = 1001;
export const internalError = 1011;
const defaultMaxMessageBytes = 1024 * 1024;
/** How long the other side may take to send its close frame. */
const closeMilliseconds = 2000;

/** Whether the client requests a WebSocket. Throws `badRequest` if the handshake request is malformed. */
export function wantsWebSocket({ headers }: { readonly headers: RequestHeaders }): boolean {
  const { upgrade, connection } = headers;
  if (upgrade === undefined || connection === undefined) return false;
  if (String(upgrade).toLowerCase() !== 'websocket') return false;
  if (!/(^|,)\s*upgrade\s*(,|$)/i.test(String(connection))) return false;
  if (headers['sec-websocket-version'] !== '13') throw badRequest('missing or bad WebSocket Version');
  if (Buffer.from(keyOf(headers), 'base64').length !== 16) throw badRequest('missing or bad WebSocket-Key');
  return true;
}

function keyOf(headers: RequestHeaders): string {
  return String(headers['sec-websocket-key'] ?? '');
}

/** The server's end of a WebSocket. Responds to pings and close frames. */
export class WebSocket {
  readonly #socket: Duplex;
  #onMessage: WebSocketOptions['onMessage'];
  readonly #closed = new AbortController();
  #isClosing = false;

  private constructor(socket: Duplex, head: Buffer, options: WebSocketOptions) {
    this.#socket = socket;
    this.#onMessage = options.onMessage;
    const reader = new FrameReader(options.maxMessageBytes ?? defaultMaxMessageBytes, (message) => this.#take(message));
    const read = (chunk: Buffer): void => {
      try {
        reader.push(chunk);
      } catch (error) {
        socket.off('data', read).resume();
        // An error of the handler of messages must not end the process.
        if (error instanceof WebSocketError) this.close(error.code, error.message);
        else this.close(internalError);
      }
    };
    if (head.length > 0) socket.unshift(head);
    socket.on('data', read);
    socket.on('error', ignore);
    socket.once('end', () => socket.end());
    socket.once('close', () => this.#closed.abort());
  }

  /**
   * Takes over the connection of a WebSocket request; the handler then returns `takenOver`. The WebSocket closes when
   * the request is cancelled.
   */
  static accept(request: ApiRequest, options: WebSocketOptions = {}): WebSocket {
    const accepted = WebSocket.over(request.upgrade(), options);
    const goAway = (): void => accepted.close(goingAway);
    if (request.signal.aborted) goAway();
    else request.signal.addEventListener('abort', goAway, { once: true });
    return accepted;
  }

  /** Begins a WebSocket on the connection of a request that `wantsWebSocket`. */
  static over({ socket, head, message }: UpgradedConnection, options: WebSocketOptions = {}): WebSocket {
    const accept = createHash('sha1')
      .update(`${keyOf(message.headers)}${keySuffix}`)
      .digest('base64');
    const lines = [
      'HTTP/1.1 101 Switching Protocols',
      'Upgrade: websocket',
      'Connection: Upgrade',
      `Sec-WebSocket-Accept: ${accept}`,
      ...(options.protocol ? [`Sec-WebSocket-Protocol: ${options.protocol}`] : []),
    ];
    socket.write(`${lines.join('\r\n')}\r\n\r\n`);
    return new WebSocket(socket, head, options);
  }

  /** Aborted when either side closes the connection. */
  get closed(): AbortSignal {
    return this.#closed.signal;
  }

  /** Bytes that are buffered for the client. */
  get pendingBytes(): number {
    return this.#socket.writableLength;
  }

  /** Calls `handle` with each message of the client from here on. */
  onMessage(handle: (payload: Buffer, type: 'text' | 'binary') => void): void {
    this.#onMessage = handle;
  }

  /**
   * Sends a message; a string as text, unless the type is given. Returns false if the client is slower than the sender;
   * see `drained`. Sends nothing once the connection is closing.
   */
  send(payload: Buffer | string, type: 'text' | 'binary' = typeof payload === 'string' ? 'text' : 'binary'): boolean {
    return !this.#isClosing && this.#write(opcodes[type], Buffer.from(payload));
  }

  /** Resolves when more may be sent, and when the connection is closed. */
  drained(): Promise<void> {
    const socket = this.#socket;
    if (socket.destroyed || !socket.writableNeedDrain) return Promise.resolve();
    return new Promise((resolve) => {
      const done = (): void => {
        socket.off('drain', done).off('close', done);
        resolve();
      };
      socket.on('drain', done).on('close', done);
    });
  }

  /**
   * Stops reading until `resume`, for a client that is faster than the reader. Data already read is still delivered.
   */
  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    this.#socket.resume();
  }

  /** Sends a close frame, and waits briefly for the other side's. */
  close(code = 1000, reason = ''): void {
    if (this.#isClosing) return;
    this.#isClosing = true;
    const payload = Buffer.concat([Buffer.from([code >> 8, code & 0xff]), Buffer.from(reason).subarray(0, 120)]);
    this.#write(opcodes.close, payload);
    const cancelTimer = systemClock.after(closeMilliseconds, () => this.#socket.destroy(), { unref: true });
    this.#socket.once('close', () => cancelTimer());
  }

  #take({ opcode, payload }: Message): void {
    switch (opcode) {
      case opcodes.text:
      case opcodes.binary:
        this.#onMessage?.(payload, opcode === opcodes.text ? 'text' : 'binary');
        break;
      case opcodes.ping:
        if (!this.#isClosing) this.#write(opcodes.pong, payload);
        break;
      case opcodes.close:
        if (!this.#isClosing) this.#write(opcodes.close, payload.subarray(0, 2));
        this.#isClosing = true;
        this.#socket.end();
        break;
      case opcodes.pong:
        break;
      default:
        throw new WebSocketError(1002, 'unknown opcode');
    }
  }

  #write(opcode: number, payload: Buffer): boolean {
    const socket = this.#socket;
    if (socket.destroyed || socket.writableEnded) return false;
    socket.cork();
    socket.write(frameHead(opcode, payload.length));
    const hasRoom = socket.write(payload);
    socket.uncork();
    return hasRoom;
  }
}

function ignore(): void {}
