import { type ClientHttp2Stream, constants, type IncomingHttpHeaders } from 'node:http2';
import { systemClock } from '../../../apimachinery/clock/index.js';
import { type Frame, FrameReader } from './framing.js';
import { GrpcCode, GrpcFailure, grpcCode, grpcMessage } from './status.js';

/** The outcome of a call: from the trailers, or from the headers of a trailers-only response. */
class Outcome {
  #httpStatus: number | undefined;
  #status: IncomingHttpHeaders | undefined;
  #error: Error | undefined;

  constructor(stream: ClientHttp2Stream) {
    stream.on('response', (headers) => {
      this.#httpStatus = headers[':status'];
      if (headers['grpc-status'] !== undefined) this.#status = headers;
    });
    stream.on('trailers', (trailers) => {
      this.#status = trailers;
    });
    stream.on('error', (error: Error) => this.setError(error));
  }

  /** The first error is the cause; later ones are its consequences. */
  setError(error: Error): void {
    this.#error ??= error;
  }

  /** Must be called after the stream is closed; undefined: success. */
  failure(stream: ClientHttp2Stream, connectionReason: string): GrpcFailure | undefined {
    if (this.#error instanceof GrpcFailure) return this.#error;
    if (this.#status !== undefined) return responded(this.#status);
    if (this.#httpStatus !== undefined && this.#httpStatus !== 200) {
      const message = `HTTP status ${this.#httpStatus}: not a gRPC server?`;
      return new GrpcFailure(GrpcCode.unavailable, message, { fate: 'unknown' });
    }
    const refused = stream.rstCode === constants.NGHTTP2_REFUSED_STREAM;
    return new GrpcFailure(GrpcCode.unavailable, this.#error?.message ?? connectionReason, {
      fate: refused ? 'not-sent' : 'unknown',
      cause: this.#error,
    });
  }
}

function responded(headers: IncomingHttpHeaders): GrpcFailure | undefined {
  const code = grpcCode(headers['grpc-status']);
  if (code === GrpcCode.ok) return undefined;
  return new GrpcFailure(code, grpcMessage(headers['grpc-message']), { fate: 'responded' });
}

interface UnaryListener {
  readonly resolve: (message: Buffer) => void;
  readonly reject: (failure: GrpcFailure) => void;
  /** Why the connection ended, if it did. */
  readonly reason: () => string;
}

/** One request, one response. */
export class UnaryCall {
  readonly #stream: ClientHttp2Stream;
  readonly #listener: UnaryListener;
  readonly #outcome: Outcome;
  #message: Buffer | undefined;
  #cancelTimer: (() => void) | undefined;

  constructor(stream: ClientHttp2Stream, listener: UnaryListener) {
    this.#stream = stream;
    this.#listener = listener;
    this.#outcome = new Outcome(stream);
  }

  begin(request: Frame, timeoutMilliseconds: number): void {
    const reader = new FrameReader((message) => {
      this.#message = message;
    });
    this.#stream.on('data', (chunk: Buffer) => {
      guarded(this.#stream, this.#outcome, () => reader.push(chunk));
    });
    this.#stream.on('close', () => this.#finish());
    this.#cancelTimer = systemClock.after(timeoutMilliseconds, () => this.#expire(timeoutMilliseconds));
    this.#stream.end(request);
  }

  #expire(milliseconds: number): void {
    const message = `no response within ${Math.round(milliseconds)} ms`;
    this.#outcome.setError(new GrpcFailure(GrpcCode.deadlineExceeded, message, { fate: 'unknown' }));
    this.#stream.close(constants.NGHTTP2_CANCEL);
    this.#finish();
  }

  /** Called when the stream is closed, or on the deadline: a stream on a broken connection may never emit `close`. */
  #finish(): void {
    this.#cancelTimer?.();
    const failure = this.#outcome.failure(this.#stream, this.#listener.reason());
    if (failure !== undefined) this.#listener.reject(failure);
    else if (this.#message !== undefined) this.#listener.resolve(this.#message);
    else this.#listener.reject(new GrpcFailure(GrpcCode.internal, 'a response without a message', { fate: 'unknown' }));
  }
}

export interface StreamHandlers {
  /** The buffer is only valid during the call. */
  readonly onMessage: (message: Buffer) => void;
  /** Called exactly once, after the last message; undefined: the server ended the stream normally. */
  readonly onClose: (failure: GrpcFailure | undefined) => void;
}

/** Messages in both directions until either side ends the stream. */
export interface MemberStream {
  send(frame: Frame): void;
  /** Calls `onClose` immediately: a stream on a broken connection may never emit `close`. */
  close(): void;
}

export class GrpcStream implements MemberStream {
  readonly #stream: ClientHttp2Stream;
  readonly #finish: () => void;

  constructor(stream: ClientHttp2Stream, { handlers, reason }: { handlers: StreamHandlers; reason: () => string }) {
    this.#stream = stream;
    const outcome = new Outcome(stream);
    const reader = new FrameReader(handlers.onMessage);
    let isFinished = false;
    this.#finish = () => {
      if (isFinished) return;
      isFinished = true;
      handlers.onClose(outcome.failure(stream, reason()));
    };
    stream.on('data', (chunk: Buffer) => {
      if (!isFinished) guarded(stream, outcome, () => reader.push(chunk));
    });
    stream.on('close', this.#finish);
  }

  send(frame: Frame): void {
    if (!this.#stream.destroyed && !this.#stream.closed) this.#stream.write(frame);
  }

  close(): void {
    this.#stream.close(constants.NGHTTP2_CANCEL);
    this.#finish();
  }
}

/** A malformed message ends the call, not the process. */
function guarded(stream: ClientHttp2Stream, outcome: Outcome, work: () => void): void {
  try {
    work();
  } catch (cause) {
    const failure =
      cause instanceof GrpcFailure
        ? cause
        : new GrpcFailure(GrpcCode.internal, `a response that cannot be decoded: ${String(cause)}`, {
            fate: 'unknown',
            cause,
          });
    outcome.setError(failure);
    stream.close(constants.NGHTTP2_CANCEL);
  }
}
