/** gRPC status codes, by their numbers on the wire. */
export const GrpcCode = {
  ok: 0,
  cancelled: 1,
  unknown: 2,
  invalidArgument: 3,
  deadlineExceeded: 4,
  notFound: 5,
  alreadyExists: 6,
  permissionDenied: 7,
  resourceExhausted: 8,
  failedPrecondition: 9,
  aborted: 10,
  outOfRange: 11,
  unimplemented: 12,
  internal: 13,
  unavailable: 14,
  dataLoss: 15,
  unauthenticated: 16,
} as const;

export type GrpcCode = (typeof GrpcCode)[keyof typeof GrpcCode];

/** Whether a request that failed can have had an effect. */
export type Fate =
  /** It was not sent, or the server reported that it did not process it. */
  | 'not-sent'
  /** The server responded with an error. */
  | 'responded'
  /** It was in flight when the connection broke or the deadline passed. */
  | 'unknown';

export class GrpcFailure extends Error {
  override readonly name = 'GrpcFailure';
  readonly code: GrpcCode;
  readonly fate: Fate;

  constructor(code: GrpcCode, message: string, options: { fate: Fate; cause?: unknown }) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.fate = options.fate;
  }
}

const knownCodes: ReadonlySet<number> = new Set(Object.values(GrpcCode));

/** Numbers outside of the list are `unknown`, as the gRPC specification requires. */
export function grpcCode(text: unknown): GrpcCode {
  const code = typeof text === 'string' && text !== '' ? Number(text) : Number.NaN;
  return knownCodes.has(code) ? (code as GrpcCode) : GrpcCode.unknown;
}

/** `grpc-message` is percent-encoded UTF-8; if it cannot be decoded, the raw text is returned. */
export function grpcMessage(text: unknown): string {
  if (typeof text !== 'string') return '';
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
