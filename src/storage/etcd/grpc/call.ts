import { systemClock } from '../../../apimachinery/clock/index.js';
import { type Frame, FrameReader } from './framing.js';
import type {
  ClientSession,
  ClientStream,
  Headers,
  RequestHead,
  StreamFailure,
  StreamListener,
} from './http2/index.js';
import { GrpcCode, GrpcFailure, grpcCode, grpcMessage } from './status.js';

/** The outcome of a call: from the trailers, or from the headers of a trailers-only response. */
class Outcome {
  #httpStatus: string | undefined;
  #status: Headers | undefined;
  #error: GrpcFailure | undefined;

  addHeaders(headers: Headers): void {
    this.#httpStatus ??= headers.get(':status');
    if (headers.has('grpc-status')) this.#status = headers;
  }

  /** The first error is the cause; later ones are its consequences. */
  setError(error: GrpcFailure): void {
    this.#error ??= error;
  }

  /** How the call ended, with the failure of its stream; undefined: success. */
  failure(ofStream: StreamFailure | undefined): GrpcFailure | undefined {
    if (this.#error) return this.#error;
    if (this.#status !== undefined) return responded(this.#status);
    if (this.#httpStatus !== undefined && this.#httpStatus !== '200') {
      const message = `HTTP status ${this.#httpStatus}: not a gRPC server?`;
      return new GrpcFailure(GrpcCode.unavailable, message, { fate: 'unknown' });
    }
    const { message, notSent } = ofStream ?? { message: 'a response without a status', notSent: false };
    return new GrpcFailure(GrpcCode.unavailable, message, { fate: notSent ? 'not-sent' : 'unknown' });
  }
}

function responded(headers: Headers): GrpcFailure | undefined {
  const code = grpcCode(headers.get('grpc-status'));
  if (code === GrpcCode.ok) return undefined;
  return new GrpcFailure(code, grpcMessage(headers.get('grpc-message')), { fate: 'responded' });
}

interface UnaryListener {
  readonly resolve: (message: Buffer) => void;
  readonly reject: (failure: GrpcFailure) => void;
}

interface UnaryRequest {
  readonly head: RequestHead;
  readonly request: Frame;
  readonly timeoutMilliseconds: number;
}

/** One request, one response. */
export class UnaryCall implements StreamListener {
  readonly #listener: UnaryListener;
  readonly #outcome = new Outcome();
  readonly #reader = new FrameReader((message) => {
    this.#message = message;
  });
  readonly #stream: ClientStream;
  readonly #cancelTimer: () => void;
  #message: Buffer | undefined;

  constructor(session: ClientSession, { head, request, timeoutMilliseconds }: UnaryRequest, listener: UnaryListener) {
    this.#listener = listener;
    this.#cancelTimer = systemClock.after(timeoutMilliseconds, () => this.#expire(timeoutMilliseconds));
    this.#stream = session.request(head, this);
    this.#stream.end(request);
  }

  onHeaders(headers: Headers): void {
    this.#outcome.addHeaders(headers);
  }

  onData(data: Buffer): void {
    const failure = failureOf(() => this.#reader.push(data));
    if (failure) this.#end(failure);
  }

  onClose(failure: StreamFailure | undefined): void {
    this.#cancelTimer();
    const failed = this.#outcome.failure(failure);
    if (failed !== undefined) this.#listener.reject(failed);
    else if (this.#message !== undefined) this.#listener.resolve(this.#message);
    else this.#listener.reject(new GrpcFailure(GrpcCode.internal, 'a response without a message', { fate: 'unknown' }));
  }

  #expire(milliseconds: number): void {
    const message = `no response within ${Math.round(milliseconds)} ms`;
    this.#end(new GrpcFailure(GrpcCode.deadlineExceeded, message, { fate: 'unknown' }));
  }

  #end(failure: GrpcFailure): void {
    this.#stream.close();
    this.#cancelTimer();
    this.#listener.reject(failure);
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
  /** Calls `onClose` immediately. */
  close(): void;
}

export class GrpcStream implements MemberStream, StreamListener {
  readonly #stream: ClientStream;
  readonly #handlers: StreamHandlers;
  readonly #outcome = new Outcome();
  readonly #reader: FrameReader;

  constructor(session: ClientSession, head: RequestHead, handlers: StreamHandlers) {
    this.#handlers = handlers;
    this.#reader = new FrameReader(handlers.onMessage);
    this.#stream = session.request(head, this);
  }

  send(frame: Frame): void {
    this.#stream.write(frame);
  }

  close(): void {
    if (this.#stream.isClosed) return;
    this.#stream.close();
    this.onClose({ message: 'the stream was closed', notSent: false });
  }

  onHeaders(headers: Headers): void {
    this.#outcome.addHeaders(headers);
  }

  onData(data: Buffer): void {
    const failure = failureOf(() => {
      this.#reader.push(data);
    });
    if (failure === undefined || this.#stream.isClosed) return;
    this.#outcome.setError(failure);
    this.close();
  }

  onClose(failure: StreamFailure | undefined): void {
    this.#handlers.onClose(this.#outcome.failure(failure));
  }
}

/** A malformed message ends the call, not the process. */
function failureOf(work: () => void): GrpcFailure | undefined {
  try {
    work();
    return undefined;
  } catch (cause) {
    if (cause instanceof GrpcFailure) return cause;
    const message = `a response that cannot be decoded: ${String(cause)}`;
    return new GrpcFailure(GrpcCode.internal, message, { fate: 'unknown', cause });
  }
}
