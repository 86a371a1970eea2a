import type { Duplex } from 'node:stream';
import { createInflate, type Inflate } from 'node:zlib';
import { type ControlFrame, controlFrame, dataHead, FrameReader, finFlag, frameTypes, numbers } from './frames.js';
import { HeaderWriter } from './header-block.js';

const words = `options head post put delete trace accept accept-charset accept-encoding accept-language accept-ranges age
allow authorization cache-control connection content-base content-encoding content-language content-length
content-location content-md5 content-range content-type date etag expect expires from host if-match if-modified-since
if-none-match if-range if-unmodified-since last-modified location max-forwards pragma proxy-authenticate
proxy-authorization range referer retry-after server te trailer transfer-encoding upgrade user-agent vary via warning
www-authenticate method get status 200_OK version HTTP/1.1 url public set-cookie keep-alive origin`;

const rest =
  '100101201202205206300302303304305306307402405406407408409410411412413414415416417502504505' +
  '203 Non-Authoritative Information204 No Content301 Moved Permanently400 Bad Request401 Unauthorized' +
  '403 Forbidden404 Not Found500 Internal Server Error501 Not Implemented503 Service Unavailable' +
  'Jan Feb Mar Apr May Jun Jul Aug Sept Oct Nov Dec 00:00:00 Mon, Tue, Wed, Thu, Fri, Sat, Sun, GMT' +
  'chunked,text/html,image/png,image/jpg,image/gif,application/xml,application/xhtml+xml,text/plain,text/javascript,' +
  'publicprivatemax-age=gzip,deflate,sdchcharset=utf-8charset=iso-8859-1,utf-,*,enq=0.';

/** The SPDY/3 header compression dictionary. */
function dictionary(): Buffer {
  const texts = words.split(/\s+/).map((word) => Buffer.from(word.replace('_', ' ')));
  return Buffer.concat([...texts.flatMap((text) => [numbers(text.length), text]), Buffer.from(rest)]);
}

/** A stream opened by the client. */
export class ServedStream {
  readonly headers: Readonly<Record<string, string>>;
  readonly #id: number;
  readonly #socket: Duplex;
  onData: (chunk: Buffer) => void = () => {};
  onEnd: () => void = () => {};

  constructor(id: number, headers: Readonly<Record<string, string>>, socket: Duplex) {
    this.#id = id;
    this.headers = headers;
    this.#socket = socket;
  }

  write(data: Buffer | string): void {
    const bytes = Buffer.from(data);
    this.#socket.write(Buffer.concat([dataHead(this.#id, bytes.length), bytes]));
  }

  end(): void {
    this.#socket.write(dataHead(this.#id, 0, finFlag));
  }
}

/** The server side of a SPDY/3.1 connection. */
export class SpdyServer {
  readonly #socket: Duplex;
  readonly #onStream: (stream: ServedStream) => void;
  readonly #streams = new Map<number, ServedStream>();
  readonly #inflate: Inflate = createInflate({ dictionary: dictionary() });
  readonly #headers = new HeaderWriter();
  #inflated: Buffer[] = [];
  #work: Promise<void> = Promise.resolve();

  constructor(socket: Duplex, head: Buffer, onStream: (stream: ServedStream) => void) {
    this.#socket = socket;
    this.#onStream = onStream;
    this.#inflate.on('data', (chunk: Buffer) => this.#inflated.push(chunk));
    const reader = new FrameReader({
      control: (frame) => {
        this.#work = this.#work.then(() => this.#control(frame));
      },
      data: (id, piece, isLast) => {
        this.#work = this.#work.then(() => {
          if (piece.length > 0) this.#streams.get(id)?.onData(piece);
          if (isLast) this.#streams.get(id)?.onEnd();
        });
      },
    });
    if (head.length > 0) socket.unshift(head);
    socket.on('error', () => {});
    socket.on('data', (chunk: Buffer) => reader.push(chunk));
  }

  /** Resets all streams and closes the connection, as kubelets do. */
  close(): void {
    for (const id of this.#streams.keys()) this.#send(frameTypes.rstStream, numbers(id, 5));
    this.#send(frameTypes.goAway, numbers(0, 0));
    this.#socket.end();
  }

  async #control({ type, payload }: ControlFrame): Promise<void> {
    if (type === frameTypes.ping) this.#send(type, payload);
    if (type !== frameTypes.synStream) return;
    const id = payload.readUInt32BE(0);
    await new Promise<void>((resolve) => this.#inflate.write(payload.subarray(10), () => resolve()));
    const stream = new ServedStream(id, readHeaders(Buffer.concat(this.#inflated)), this.#socket);
    this.#inflated = [];
    this.#streams.set(id, stream);
    this.#send(frameTypes.synReply, Buffer.concat([numbers(id), this.#headers.write({})]));
    this.#onStream(stream);
  }

  #send(type: number, payload: Buffer): void {
    this.#socket.write(controlFrame({ type, flags: 0, payload }));
  }
}

function readHeaders(block: Buffer): Record<string, string> {
  let at = 4;
  const text = (): string => {
    const length = block.readUInt32BE(at);
    at += 4 + length;
    return block.toString('utf8', at - length, at);
  };
  const headers: Record<string, string> = {};
  for (let left = block.readUInt32BE(0); left > 0; left--) headers[text()] = text();
  return headers;
}
