import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { ClientStream, type StreamFailure, type StreamListener, type StreamOwner } from './client-stream.js';
import { FrameParser } from './frame-parser.js';
import { FrameWriter } from './frame-writer.js';
import {
  connectionPreface,
  decodeSettings,
  defaultFrameSize,
  defaultWindow,
  ErrorCode,
  encodeSettings,
  Flag,
  type FrameHead,
  FrameType,
  largestWindow,
  ProtocolError,
  Setting,
} from './frames.js';
import { HeaderDecoder } from './header-decoder.js';
import { HeaderEncoder, type RequestHead } from './header-encoder.js';
import { ReceivedBlock } from './received-block.js';

export interface SessionTransport {
  readonly socket: Duplex;
  /** The `:authority` of requests. */
  readonly authority: string;
  readonly isSecure: boolean;
}

export interface SessionOptions {
  /** Header fields of all requests. */
  readonly fixed: Readonly<Record<string, string>>;
  /** Flow control window of a stream, and of the connection. */
  readonly streamWindow: number;
  readonly connectionWindow: number;
  /** The peer's first settings have arrived. */
  readonly onReady: () => void;
  /** Called once, after the streams have ended. */
  readonly onClose: (reason: string) => void;
}

const lastStreamId = 0x7fff_ffff;
const empty = Buffer.alloc(0);
const pingBytes = 8;

/**
 * The client of one HTTP/2 connection (RFC 9113), as far as gRPC needs it: POST requests with bodies, responses with
 * trailers. A call costs a fraction of what it costs with `node:http2`, where each stream is a Duplex.
 */
export class ClientSession implements StreamOwner {
  readonly #socket: Duplex;
  readonly #options: SessionOptions;
  readonly #writer: FrameWriter;
  readonly #encoder: HeaderEncoder;
  readonly #decoder = new HeaderDecoder();
  readonly #streams = new Map<number, ClientStream>();
  /** Beyond the number of streams that the peer accepts. */
  readonly #queued = new Set<ClientStream>();
  /** Have data, and no window. */
  readonly #waiting = new Set<ClientStream>();
  #nextId = 1;
  #peerStreamWindow = defaultWindow;
  #peerMaxStreams = Number.POSITIVE_INFINITY;
  #receivedBytes = 0;
  #block: ReceivedBlock | undefined;
  #isReady = false;
  #isDraining = false;
  #isClosed = false;
  #reason: string | undefined;
  #pongs: (() => void)[] = [];
  sendWindow = defaultWindow;
  bytesReceived = 0;

  constructor({ socket, authority, isSecure }: SessionTransport, options: SessionOptions) {
    this.#socket = socket;
    this.#options = options;
    this.#writer = new FrameWriter(socket);
    this.#encoder = new HeaderEncoder({ authority, isSecure, fixed: options.fixed });
    if (socket instanceof Socket) socket.setNoDelay();
    const parser = new FrameParser((head, payload) => this.#receive(head, payload));
    socket.on('data', (chunk: Buffer) => {
      this.bytesReceived += chunk.length;
      this.#guarded(() => parser.push(chunk));
    });
    socket.on('error', (error: Error) => this.destroy(error.message));
    socket.on('end', () => this.destroy('the connection was closed'));
    socket.on('close', () => this.destroy('the connection was closed'));
    this.#begin();
  }

  /** Accepts requests. False after GOAWAY, while requests in flight may still finish. */
  get usable(): boolean {
    return !this.#isDraining && !this.#isClosed;
  }

  get openStreams(): number {
    return this.#streams.size + this.#queued.size;
  }

  /** Why the session takes no requests any more. */
  get reason(): string | undefined {
    return this.#reason;
  }

  request(head: RequestHead, listener: StreamListener): ClientStream {
    const stream = new ClientStream(this, head, listener);
    if (this.#streams.size < this.#peerMaxStreams) this.#open(stream);
    else this.#queued.add(stream);
    return stream;
  }

  ping(onPong: () => void): void {
    this.#pongs.push(onPong);
    this.#writer.write({ type: FrameType.ping, flags: 0, stream: 0 }, Buffer.alloc(pingBytes));
  }

  /** Ends the connection and its streams. */
  destroy(reason: string): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#reason ??= reason;
    this.#writer.flush();
    this.#socket.destroy();
    for (const stream of [...this.#streams.values()]) this.#fail(stream, { notSent: false });
    this.#refuseQueued();
    this.#options.onClose(this.#reason);
  }

  sendData(stream: ClientStream, data: Uint8Array, isLast: boolean): void {
    this.sendWindow -= data.length;
    this.#writer.write({ type: FrameType.data, flags: isLast ? Flag.endStream : 0, stream: stream.id }, data);
  }

  wait(stream: ClientStream): void {
    this.#waiting.add(stream);
  }

  reset(stream: ClientStream, code: number): void {
    if (stream.id > 0) this.#writeNumber(FrameType.rstStream, stream.id, code);
    this.#forget(stream);
  }

  #begin(): void {
    const { streamWindow, connectionWindow } = this.#options;
    this.#socket.write(connectionPreface);
    const settings = encodeSettings([
      [Setting.headerTableSize, 0],
      [Setting.enablePush, 0],
      [Setting.initialWindowSize, streamWindow],
    ]);
    this.#writer.write({ type: FrameType.settings, flags: 0, stream: 0 }, settings);
    this.#writeNumber(FrameType.windowUpdate, 0, connectionWindow - defaultWindow);
  }

  #open(stream: ClientStream): void {
    stream.id = this.#nextId;
    this.#nextId += 2;
    stream.sendWindow = this.#peerStreamWindow;
    this.#streams.set(stream.id, stream);
    if (this.#nextId > lastStreamId) this.#drain('the connection has used all its stream numbers');
    const block = this.#encoder.encode(stream.head);
    const first = block.subarray(0, defaultFrameSize);
    const isWhole = first.length === block.length;
    this.#writer.write({ type: FrameType.headers, flags: isWhole ? Flag.endHeaders : 0, stream: stream.id }, first);
    for (let offset = defaultFrameSize; offset < block.length; offset += defaultFrameSize) {
      const part = block.subarray(offset, offset + defaultFrameSize);
      const flags = offset + part.length === block.length ? Flag.endHeaders : 0;
      this.#writer.write({ type: FrameType.continuation, flags, stream: stream.id }, part);
    }
    stream.sendPending();
  }

  #guarded(work: () => void): void {
    try {
      work();
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      const goaway = Buffer.alloc(8);
      goaway.writeUInt32BE(error.code, 4);
      this.#writer.write({ type: FrameType.goaway, flags: 0, stream: 0 }, goaway);
      this.destroy(`the server sent ${error.message}`);
    }
  }

  #receive(head: FrameHead, payload: Buffer): void {
    if (this.#isClosed) return;
    if (!this.#isReady && head.type !== FrameType.settings) throw new ProtocolError('something other than HTTP/2');
    if (this.#block && head.type !== FrameType.continuation) throw new ProtocolError('an incomplete header block');
    switch (head.type) {
      case FrameType.data:
        this.#receiveData(head, payload);
        break;
      case FrameType.headers:
        this.#block = new ReceivedBlock(head, payload);
        this.#receiveHeaders();
        break;
      case FrameType.continuation:
        if (this.#block?.stream !== head.stream) throw new ProtocolError('a CONTINUATION of no header block');
        this.#block.append(head, payload);
        this.#receiveHeaders();
        break;
      case FrameType.rstStream:
        this.#receiveReset(head, payload);
        break;
      case FrameType.settings:
        this.#receiveSettings(head, payload);
        break;
      case FrameType.pushPromise:
        throw new ProtocolError('a PUSH_PROMISE');
      case FrameType.ping:
        this.#receivePing(head, payload);
        break;
      case FrameType.goaway:
        this.#receiveGoaway(payload);
        break;
      case FrameType.windowUpdate:
        this.#receiveWindowUpdate(head, payload);
        break;
    }
  }

  #receiveData(head: FrameHead, payload: Buffer): void {
    this.#receivedBytes += payload.length;
    if (this.#receivedBytes > this.#options.connectionWindow / 2) {
      this.#writeNumber(FrameType.windowUpdate, 0, this.#receivedBytes);
      this.#receivedBytes = 0;
    }
    const stream = this.#streamOf(head.stream);
    if (!stream) return;
    stream.receivedBytes += payload.length;
    const data = withoutPadding(head, payload);
    if (data.length > 0) stream.listener.onData(data);
    if (stream.isClosed) return;
    if (head.flags & Flag.endStream) this.#complete(stream);
    else if (stream.receivedBytes > this.#options.streamWindow / 2) {
      this.#writeNumber(FrameType.windowUpdate, stream.id, stream.receivedBytes);
      stream.receivedBytes = 0;
    }
  }

  #receiveHeaders(): void {
    const block = this.#block!;
    if (!block.isComplete) return;
    this.#block = undefined;
    const headers = this.#decoder.decode(block.content);
    const stream = this.#streamOf(block.stream);
    if (!stream) return;
    stream.listener.onHeaders(headers);
    if (block.endsStream && !stream.isClosed) this.#complete(stream);
  }

  /** Frames of streams that have ended here may still arrive: undefined. */
  #streamOf(id: number): ClientStream | undefined {
    if (id % 2 === 0 || id >= this.#nextId) throw new ProtocolError('a frame of a stream that does not exist');
    return this.#streams.get(id);
  }

  /** The server has ended its side. */
  #complete(stream: ClientStream): void {
    if (stream.hasEnded) this.#forget(stream);
    else this.reset(stream, ErrorCode.cancel);
    stream.listener.onClose(undefined);
  }

  #receiveReset(head: FrameHead, payload: Buffer): void {
    const code = numberOf(payload);
    const stream = this.#streamOf(head.stream);
    if (!stream) return;
    this.#forget(stream);
    const message = `the server ended the stream (HTTP/2 error code ${code})`;
    stream.listener.onClose({ message, notSent: code === ErrorCode.refusedStream });
  }

  #receiveSettings({ flags }: FrameHead, payload: Buffer): void {
    if (flags & Flag.ack) return;
    for (const [setting, value] of decodeSettings(payload)) this.#applySetting(setting, value);
    this.#writer.write({ type: FrameType.settings, flags: Flag.ack, stream: 0 }, empty);
    if (!this.#isReady) this.#options.onReady();
    this.#isReady = true;
    this.#openQueued();
    this.#sendWaiting();
  }

  #applySetting(setting: number, value: number): void {
    if (setting === Setting.headerTableSize) this.#encoder.setTableSize(value);
    else if (setting === Setting.maxConcurrentStreams) this.#peerMaxStreams = value;
    else if (setting === Setting.initialWindowSize) {
      if (value > largestWindow) throw new ProtocolError('a window that is too large', ErrorCode.flowControlError);
      for (const stream of this.#streams.values()) stream.sendWindow += value - this.#peerStreamWindow;
      this.#peerStreamWindow = value;
    }
  }

  #receivePing({ flags }: FrameHead, payload: Buffer): void {
    if (payload.length !== pingBytes) throw new ProtocolError('a PING of a wrong length', ErrorCode.frameSizeError);
    if (flags & Flag.ack) this.#pongs.shift()?.();
    else this.#writer.write({ type: FrameType.ping, flags: Flag.ack, stream: 0 }, payload);
  }

  #receiveGoaway(payload: Buffer): void {
    const last = numberOf(payload) & largestWindow;
    const code = numberOf(payload.subarray(4));
    this.#drain(`the server said goodbye (HTTP/2 error code ${code})`);
    for (const stream of [...this.#streams.values()]) {
      if (stream.id > last) this.#fail(stream, { notSent: true });
    }
  }

  #receiveWindowUpdate({ stream: id }: FrameHead, payload: Buffer): void {
    const increment = numberOf(payload) & largestWindow;
    const target = id === 0 ? this : this.#streamOf(id);
    if (!target) return;
    target.sendWindow += increment;
    if (increment === 0 || target.sendWindow > largestWindow) {
      throw new ProtocolError('a wrong WINDOW_UPDATE', ErrorCode.flowControlError);
    }
    this.#sendWaiting();
  }

  #sendWaiting(): void {
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const stream of waiting) stream.sendPending();
  }

  #openQueued(): void {
    for (const stream of this.#queued) {
      if (this.#streams.size >= this.#peerMaxStreams) return;
      this.#queued.delete(stream);
      this.#open(stream);
    }
  }

  /** No new streams; the connection ends with the last one in flight. */
  #drain(reason: string): void {
    this.#reason ??= reason;
    this.#isDraining = true;
    this.#refuseQueued();
    this.#endIfDrained();
  }

  #refuseQueued(): void {
    for (const stream of [...this.#queued]) this.#fail(stream, { notSent: true });
  }

  #endIfDrained(): void {
    if (this.#isDraining && this.#streams.size === 0) this.destroy('the connection was closed');
  }

  #fail(stream: ClientStream, { notSent }: Pick<StreamFailure, 'notSent'>): void {
    this.#forget(stream);
    stream.listener.onClose({ message: this.#reason ?? 'the connection was closed', notSent });
  }

  #forget(stream: ClientStream): void {
    stream.isClosed = true;
    this.#streams.delete(stream.id);
    this.#queued.delete(stream);
    this.#waiting.delete(stream);
    if (this.#queued.size > 0 && this.usable) this.#openQueued();
    this.#endIfDrained();
  }

  #writeNumber(type: number, stream: number, value: number): void {
    const payload = Buffer.allocUnsafe(4);
    payload.writeUInt32BE(value);
    this.#writer.write({ type, flags: 0, stream }, payload);
  }
}

function numberOf(payload: Buffer): number {
  if (payload.length < 4) throw new ProtocolError('a frame that is too short', ErrorCode.frameSizeError);
  return payload.readUInt32BE();
}

function withoutPadding({ flags }: FrameHead, payload: Buffer): Buffer {
  if (!(flags & Flag.padded)) return payload;
  const end = payload.length - (payload[0] ?? 0);
  if (end < 1) throw new ProtocolError('wrong padding');
  return payload.subarray(1, end);
}
