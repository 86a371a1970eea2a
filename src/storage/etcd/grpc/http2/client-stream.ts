import { defaultFrameSize, defaultWindow, ErrorCode } from './frames.js';
import type { Headers } from './header-decoder.js';
import type { RequestHead } from './header-encoder.js';

/** Why a stream ended before its response was complete. */
export interface StreamFailure {
  readonly message: string;
  /** The server did not begin with the request. */
  readonly notSent: boolean;
}

export interface StreamListener {
  /** The headers of the response, or its trailers. */
  onHeaders(headers: Headers): void;
  /** The buffer is valid during the call, or as long as the chunk of the socket that it is a part of. */
  onData(data: Buffer): void;
  /** The last call; undefined: the response is complete. Not called after `ClientStream.close`. */
  onClose(failure: StreamFailure | undefined): void;
}

/** What a stream needs of its connection. */
export interface StreamOwner {
  /** Bytes that the connection may send now. */
  readonly sendWindow: number;
  sendData(stream: ClientStream, data: Uint8Array, isLast: boolean): void;
  /** The stream has data and no window for it. */
  wait(stream: ClientStream): void;
  /** Ends the stream on both sides. */
  reset(stream: ClientStream, code: number): void;
}

/** One request. Data waits here for the windows of flow control. */
export class ClientStream {
  readonly head: RequestHead;
  readonly listener: StreamListener;
  readonly #owner: StreamOwner;
  /** 0: not sent yet. */
  id = 0;
  sendWindow = defaultWindow;
  /** Bytes that were received since the peer's window was last enlarged. */
  receivedBytes = 0;
  #pending: Uint8Array[] = [];
  #isEnding = false;
  /** Our side has ended. */
  hasEnded = false;
  isClosed = false;

  constructor(owner: StreamOwner, head: RequestHead, listener: StreamListener) {
    this.#owner = owner;
    this.head = head;
    this.listener = listener;
  }

  write(data: Uint8Array): void {
    if (this.isClosed || this.#isEnding) return;
    this.#pending.push(data);
    this.sendPending();
  }

  end(data: Uint8Array): void {
    if (this.isClosed || this.#isEnding) return;
    this.#pending.push(data);
    this.#isEnding = true;
    this.sendPending();
  }

  /** The listener is not called any more. */
  close(code: number = ErrorCode.cancel): void {
    if (!this.isClosed) this.#owner.reset(this, code);
  }

  /** Sends what the windows allow. */
  sendPending(): void {
    if (this.id === 0) return;
    let first = this.#pending[0];
    while (first && !this.isClosed) {
      const length = Math.min(first.length, defaultFrameSize, this.sendWindow, this.#owner.sendWindow);
      if (length <= 0 && first.length > 0) {
        this.#owner.wait(this);
        return;
      }
      this.sendWindow -= length;
      const isWhole = length === first.length;
      if (isWhole) this.#pending.shift();
      else this.#pending[0] = first.subarray(length);
      this.hasEnded = this.#isEnding && this.#pending.length === 0;
      this.#owner.sendData(this, first.subarray(0, length), this.hasEnded);
      first = this.#pending[0];
    }
  }
}
