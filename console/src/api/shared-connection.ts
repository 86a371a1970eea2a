/** What the server sends as text: the head of a response, or why there is no more of it. */
type ServerMessage =
  | { readonly id: number; readonly status: number; readonly headers: Readonly<Record<string, string | string[]>> }
  | { readonly id: number; readonly problem: string };

/** Of a request, as for the global function. */
export interface FetchOptions {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** Reads are reported in steps of this size; the server sends four times as much before it waits for a report. */
const reportedBytes = 64 * 1024;

/**
 * One WebSocket for all long-running requests of the page: a browser has only six connections of HTTP/1.1 to a host,
 * and all tabs share them. It is opened with the first request, and again after it was lost.
 */
export class SharedConnection {
  readonly #url: URL;
  readonly #root: string;
  readonly #exchanges = new Map<number, Exchange>();
  #opening: Promise<WebSocket> | undefined;
  #lastId = 0;

  /** `root`: the folder that the paths of requests are relative to. */
  constructor(path: string, root: URL) {
    this.#url = new URL(path, root);
    this.#url.protocol = root.protocol === 'https:' ? 'wss:' : 'ws:';
    this.#root = root.pathname;
  }

  /** Like the global function, for GET requests. */
  async fetch(url: URL, { headers, signal }: FetchOptions): Promise<Response> {
    this.#opening ??= this.#open();
    const socket = await this.#opening;
    signal?.throwIfAborted();
    if (socket.readyState !== WebSocket.OPEN) throw connectionLost();
    const id = ++this.#lastId;
    const abort = () => exchange.fail(signal?.reason as Error);
    const exchange = new Exchange({
      onRead: (bytes) => send(socket, { read: id, bytes }),
      onEnd: ({ isComplete }) => {
        signal?.removeEventListener('abort', abort);
        this.#exchanges.delete(id);
        if (!isComplete) send(socket, { close: id });
      },
    });
    signal?.addEventListener('abort', abort);
    this.#exchanges.set(id, exchange);
    const target = `/${url.pathname.slice(this.#root.length)}${url.search}`;
    send(socket, { open: id, target, accept: headers['accept'] });
    return exchange.response;
  }

  #open(): Promise<WebSocket> {
    const socket = new WebSocket(this.#url);
    socket.binaryType = 'arraybuffer';
    socket.onmessage = ({ data }: MessageEvent<string | ArrayBuffer>) => this.#receive(data);
    return new Promise((resolve, reject) => {
      socket.onopen = () => resolve(socket);
      socket.onclose = () => {
        this.#opening = undefined;
        reject(connectionLost());
        for (const exchange of [...this.#exchanges.values()]) exchange.fail(connectionLost());
      };
    });
  }

  /** Exchanges that were aborted have no entry any longer. */
  #receive(data: string | ArrayBuffer): void {
    if (typeof data !== 'string') {
      this.#exchanges.get(new DataView(data).getUint32(0))?.take(new Uint8Array(data, 4));
      return;
    }
    const message = JSON.parse(data) as ServerMessage;
    const exchange = this.#exchanges.get(message.id);
    if ('problem' in message) exchange?.fail(new TypeError(message.problem));
    else exchange?.begin(message);
  }
}

interface ExchangeOptions {
  /** Called with the number of bytes that the reader has taken since the last call. */
  readonly onRead: (bytes: number) => void;
  /** Called once; `isComplete`: the server has nothing more to send. */
  readonly onEnd: (end: { isComplete: boolean }) => void;
}

/** A request and its response. */
class Exchange {
  readonly response: Promise<Response>;
  readonly #options: ExchangeOptions;
  readonly #body: ReadableStream<Uint8Array<ArrayBuffer>>;
  #controller!: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>;
  #resolve!: (response: Response) => void;
  #reject!: (error: Error) => void;
  #unreported = 0;

  constructor(options: ExchangeOptions) {
    this.#options = options;
    this.response = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    this.#body = new ReadableStream({
      start: (controller) => {
        this.#controller = controller;
      },
      // Called when all that has arrived is read.
      pull: () => {
        if (this.#unreported < reportedBytes) return;
        options.onRead(this.#unreported);
        this.#unreported = 0;
      },
      cancel: () => options.onEnd({ isComplete: false }),
    });
  }

  begin({ status, headers }: { status: number; headers: Readonly<Record<string, string | string[]>> }): void {
    const fields = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
    this.#resolve(new Response(this.#body, { status, headers: fields }));
  }

  /** No bytes: the end. */
  take(bytes: Uint8Array<ArrayBuffer>): void {
    if (bytes.length === 0) {
      this.#controller.close();
      this.#options.onEnd({ isComplete: true });
      return;
    }
    this.#unreported += bytes.length;
    this.#controller.enqueue(bytes);
  }

  fail(error: Error): void {
    this.#reject(error);
    this.#controller.error(error);
    this.#options.onEnd({ isComplete: false });
  }
}

function send(socket: WebSocket, message: object): void {
  if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
}

function connectionLost(): Error {
  return new TypeError('the connection to the server was lost');
}
