/** RFC 6455, as far as a server needs it. */
export const opcodes = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;

/** A complete message or a control frame. */
export interface Message {
  readonly opcode: number;
  readonly payload: Buffer;
}

/** Why a connection must be closed, with the status code for the close frame. */
export class WebSocketError extends Error {
  override readonly name = 'WebSocketError';
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

const protocolError = 1002;
const messageTooBig = 1009;
/** Fragments are joined at this number: one of a single byte takes a hundred times its size in memory. */
const maxFragments = 1024;

type Step = 'start' | 'length' | 'mask' | 'payload';

/**
 * Assembles messages from the received bytes, regardless of how they are split. Never buffers more than the limit.
 * Throws `WebSocketError`.
 */
export class FrameReader {
  readonly #maxMessageBytes: number;
  readonly #onMessage: (message: Message) => void;
  #step: Step = 'start';
  /** The buffer that is being filled, and how much of it is. */
  #target: Buffer = Buffer.alloc(2);
  #filled = 0;
  #isFinal = false;
  #opcode = 0;
  #mask: Buffer = Buffer.alloc(0);
  #payloadLength = 0;
  /** The fragments of a message, and the opcode of its first frame. */
  #fragments: Buffer[] = [];
  #fragmentBytes = 0;
  #fragmentedOpcode: number | undefined;

  constructor(maxMessageBytes: number, onMessage: (message: Message) => void) {
    this.#maxMessageBytes = maxMessageBytes;
    this.#onMessage = onMessage;
  }

  push(chunk: Buffer): void {
    let offset = 0;
    for (;;) {
      const copied = chunk.copy(this.#target, this.#filled, offset);
      offset += copied;
      this.#filled += copied;
      if (this.#filled < this.#target.length) return;
      this.#complete(this.#target);
    }
  }

  #complete(bytes: Buffer): void {
    switch (this.#step) {
      case 'start':
        this.#readStart(bytes);
        break;
      case 'length':
        this.#beginFrame(bytes.length === 2 ? bytes.readUInt16BE() : Number(bytes.readBigUInt64BE()));
        break;
      case 'mask':
        this.#mask = bytes;
        this.#expect('payload', this.#payloadLength);
        break;
      case 'payload':
        unmask(bytes, this.#mask);
        this.#expect('start', 2);
        if (isControl(this.#opcode)) this.#onMessage({ opcode: this.#opcode, payload: bytes });
        else this.#addFragment(bytes);
    }
  }

  #readStart(bytes: Buffer): void {
    const [first, second] = [bytes[0]!, bytes[1]!];
    this.#isFinal = (first & 0x80) !== 0;
    this.#opcode = first & 0x0f;
    const length = second & 0x7f;
    if ((first & 0x70) !== 0) throw new WebSocketError(protocolError, 'reserved bits are set');
    if ((second & 0x80) === 0) throw new WebSocketError(protocolError, 'a frame is not masked');
    if (isControl(this.#opcode) && (length > 125 || !this.#isFinal)) {
      throw new WebSocketError(protocolError, 'a control frame is too long or fragmented');
    }
    if (length < 126) this.#beginFrame(length);
    else this.#expect('length', length === 126 ? 2 : 8);
  }

  #beginFrame(length: number): void {
    if (length + this.#fragmentBytes > this.#maxMessageBytes && !isControl(this.#opcode)) {
      throw new WebSocketError(messageTooBig, `a message is longer than ${this.#maxMessageBytes} bytes`);
    }
    this.#payloadLength = length;
    this.#expect('mask', 4);
  }

  #expect(step: Step, length: number): void {
    this.#step = step;
    this.#target = Buffer.allocUnsafe(length);
    this.#filled = 0;
  }

  #addFragment(payload: Buffer): void {
    const isContinuation = this.#opcode === opcodes.continuation;
    if (isContinuation !== (this.#fragmentedOpcode !== undefined) || this.#opcode > opcodes.binary) {
      throw new WebSocketError(protocolError, 'unexpected continuation or data frame');
    }
    this.#fragmentedOpcode ??= this.#opcode;
    if (payload.length > 0) this.#fragments.push(payload);
    this.#fragmentBytes += payload.length;
    if (this.#fragments.length >= maxFragments) this.#fragments = [Buffer.concat(this.#fragments, this.#fragmentBytes)];
    if (!this.#isFinal) return;
    const message = { opcode: this.#fragmentedOpcode, payload: Buffer.concat(this.#fragments, this.#fragmentBytes) };
    this.#fragments = [];
    this.#fragmentBytes = 0;
    this.#fragmentedOpcode = undefined;
    this.#onMessage(message);
  }
}

function isControl(opcode: number): boolean {
  return opcode >= opcodes.close;
}

function unmask(payload: Buffer, mask: Buffer): void {
  for (let index = 0; index < payload.length; index++) payload[index]! ^= mask[index & 3]!;
}

/** The header of a frame that a server sends: final and not masked. */
export function frameHead(opcode: number, length: number): Buffer {
  if (length < 126) return Buffer.from([0x80 | opcode, length]);
  if (length < 0x1_0000) return Buffer.from([0x80 | opcode, 126, length >> 8, length & 0xff]);
  const head = Buffer.alloc(10);
  head[0] = 0x80 | opcode;
  head[1] = 127;
  head.writeBigUInt64BE(BigInt(length), 2);
  return head;
}
