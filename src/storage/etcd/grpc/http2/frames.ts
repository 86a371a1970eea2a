// The frames of HTTP/2 (RFC 9113, section 6), as far as a client of gRPC exchanges them.

export const FrameType = {
  data: 0,
  headers: 1,
  rstStream: 3,
  settings: 4,
  pushPromise: 5,
  ping: 6,
  goaway: 7,
  windowUpdate: 8,
  continuation: 9,
} as const;

export const Flag = { endStream: 1, ack: 1, endHeaders: 4, padded: 8, priority: 0x20 } as const;

export const Setting = {
  headerTableSize: 1,
  enablePush: 2,
  maxConcurrentStreams: 3,
  initialWindowSize: 4,
  maxFrameSize: 5,
} as const;

export const ErrorCode = {
  noError: 0,
  protocolError: 1,
  flowControlError: 3,
  frameSizeError: 6,
  refusedStream: 7,
  cancel: 8,
  compressionError: 9,
} as const;

export const frameHeaderLength = 9;
/** What either side accepts before settings are exchanged; we announce no other. */
export const defaultFrameSize = 16_384;
export const defaultWindow = 65_535;
export const largestWindow = 0x7fff_ffff;
export const connectionPreface = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n';

/** The peer broke the protocol: the connection ends. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError';
  readonly code: number;

  constructor(message: string, code: number = ErrorCode.protocolError) {
    super(message);
    this.code = code;
  }
}

export interface FrameHead {
  readonly type: number;
  readonly flags: number;
  readonly stream: number;
}

/** Writes the head of a frame, and returns the offset after it. */
export function writeHead(
  target: Buffer,
  offset: number,
  { type, flags, stream, length }: FrameHead & { length: number },
) {
  target.writeUIntBE(length, offset, 3);
  target[offset + 3] = type;
  target[offset + 4] = flags;
  return target.writeUInt32BE(stream, offset + 5);
}

export function encodeSettings(settings: readonly (readonly [setting: number, value: number])[]): Buffer {
  const payload = Buffer.alloc(settings.length * 6);
  settings.forEach(([setting, value], index) => {
    payload.writeUInt16BE(setting, index * 6);
    payload.writeUInt32BE(value, index * 6 + 2);
  });
  return payload;
}

export function* decodeSettings(payload: Buffer): Generator<readonly [setting: number, value: number]> {
  if (payload.length % 6 !== 0) throw new ProtocolError('a SETTINGS frame of a wrong length', ErrorCode.frameSizeError);
  for (let offset = 0; offset < payload.length; offset += 6) {
    yield [payload.readUInt16BE(offset), payload.readUInt32BE(offset + 2)];
  }
}
