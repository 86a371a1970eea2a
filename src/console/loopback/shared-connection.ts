import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import type { UpgradedConnection } from '../../server/http/index.js';
import { WebSocket } from '../../server/http/index.js';

/** A request of the page, which its number names from then on. */
interface OpenMessage {
  readonly open: number;
  readonly target: string;
  readonly accept: string;
}

/** The page has read so many more bytes of a response. */
interface ReadMessage {
  readonly read: number;
  readonly bytes: number;
}

/** The page needs a response no longer. */
interface CloseMessage {
  readonly close: number;
}

export interface LongRunningRequest {
  readonly target: string;
  readonly accept: string;
  readonly signal: AbortSignal;
}

export interface StreamedResponse {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly body: IncomingMessage;
}

/** Sends a GET request to the API server. */
export type SendLongRunning = (request: LongRunningRequest) => Promise<StreamedResponse>;

/** Bytes of one response that are sent before the page has read them. */
const windowBytes = 256 * 1024;
/** Far more than a page has watches. */
const maxResponses = 1_000;
const maxMessageBytes = 64 * 1024;

/**
 * Serves the long-running requests of a page over one WebSocket: a browser has only six connections of HTTP/1.1 to a
 * host. Both sides send JSON; the bytes of a response come as binary messages that begin with its number, and one
 * without bytes ends it. A response whose reader is slow waits for it, and holds up no other. All end with the page.
 */
export class SharedConnection {
  readonly #send: SendLongRunning;
  readonly #socket: WebSocket;
  readonly #responses = new Map<number, OpenResponse>();

  constructor(connection: UpgradedConnection, send: SendLongRunning) {
    this.#send = send;
    this.#socket = WebSocket.over(connection, { maxMessageBytes, onMessage: (payload) => this.#take(payload) });
    this.#socket.closed.addEventListener('abort', () => {
      for (const response of this.#responses.values()) response.end();
    });
  }

  /** Throws if a message is not one of a page: the connection ends. */
  #take(payload: Buffer): void {
    const message = JSON.parse(payload.toString()) as OpenMessage | ReadMessage | CloseMessage;
    if ('open' in message) void this.#relay(message);
    // Responses may have ended meanwhile.
    else if ('read' in message) this.#responses.get(message.read)?.allow(message.bytes);
    else this.#responses.get(message.close)?.end();
  }

  async #relay({ open: id, target, accept }: OpenMessage): Promise<void> {
    const isNew = Number.isInteger(id) && !this.#responses.has(id) && this.#responses.size < maxResponses;
    if (!isNew || typeof target !== 'string' || !target.startsWith('/')) return this.#socket.close();
    const response = new OpenResponse();
    this.#responses.set(id, response);
    try {
      const { status, headers, body } = await this.#send({ target, accept: String(accept), signal: response.signal });
      this.#socket.send(JSON.stringify({ id, status, headers }));
      const prefix = Buffer.alloc(4);
      prefix.writeUInt32BE(id);
      for await (const chunk of body as AsyncIterable<Buffer>) {
        this.#socket.send(Buffer.concat([prefix, chunk]));
        await this.#socket.drained();
        await response.sent(chunk.length);
      }
      this.#socket.send(prefix);
    } catch (error) {
      if (!response.signal.aborted) this.#socket.send(JSON.stringify({ id, problem: (error as Error).message }));
    } finally {
      this.#responses.delete(id);
    }
  }
}

/** A response that is being sent, and how much of it may be sent. */
class OpenResponse {
  readonly #ending = new AbortController();
  #window = windowBytes;
  #resume: (() => void) | undefined;

  get signal(): AbortSignal {
    return this.#ending.signal;
  }

  /** Resolves when more may be sent. */
  async sent(bytes: number): Promise<void> {
    this.#window -= bytes;
    if (this.#window > 0 || this.signal.aborted) return;
    await new Promise<void>((resolve) => {
      this.#resume = resolve;
    });
  }

  allow(bytes: number): void {
    this.#window += bytes;
    if (this.#window > 0) this.#resume?.();
  }

  end(): void {
    this.#ending.abort();
    this.#resume?.();
  }
}
