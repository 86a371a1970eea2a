// Follows vendor/google.golang.org/grpc/codes/codes.go (v1.36)

/** The names of gRPC's status codes, in the order of their numbers. */
const codeNames = [
  'OK',
  'Canceled',
  'Unknown',
  'InvalidArgument',
  'DeadlineExceeded',
  'NotFound',
  'AlreadyExists',
  'PermissionDenied',
  'ResourceExhausted',
  'FailedPrecondition',
  'Aborted',
  'OutOfRange',
  'Unimplemented',
  'Internal',
  'Unavailable',
  'DataLoss',
  'Unauthenticated',
];

/** The name of a status code, by its number. */
export function grpcCodeName(code: number): string {
  return codeNames[code] ?? `Code(${code})`;
}

/** The error with which a service has answered a call. */
export class GrpcError extends Error {
  override readonly name = 'GrpcError';
  /** The name of its code, as in metrics. */
  readonly code: string;
  /** What the service wrote. */
  readonly description: string;

  constructor(code: string, description: string) {
    super(`rpc error: code = ${code} desc = ${description}`);
    this.code = code;
    this.description = description;
  }
}

/** Reads the status of a call from its trailers, or from the headers of a response without a message. */
export function grpcErrorOf(status: Readonly<Record<string, unknown>>): GrpcError | undefined {
  const code = Number(status['grpc-status'] ?? 2);
  if (code === 0) return undefined;
  return new GrpcError(grpcCodeName(code), decodedMessage(String(status['grpc-message'] ?? '')));
}

/** The message is percent-encoded; a malformed one is taken as it is. */
function decodedMessage(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The name of the code of any error of a call, as Go's status package sees it. */
export function grpcCodeOf(error: unknown): string {
  if (error instanceof GrpcError) return error.code;
  if (error instanceof Error && error.message === 'context deadline exceeded') return 'DeadlineExceeded';
  return error instanceof Error && 'code' in error ? 'Unavailable' : 'Unknown';
}
