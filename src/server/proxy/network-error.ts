// Follows staging/src/k8s.io/apimachinery/pkg/util/net/util.go (v1.36)

interface NetworkError extends Error {
  readonly code?: string;
  readonly address?: string;
  readonly port?: number;
  readonly hostname?: string;
}

/** Describes a connection error in the words of upstream: clients and conditions show it. */
export function networkErrorText(error: unknown): string {
  const { code = '', address, port, hostname, message } = firstOf(error);
  if (certificateProblems.has(code)) return `tls: failed to verify certificate: x509: ${certificateProblems.get(code)}`;
  if (code === 'ENOTFOUND') return `dial tcp: lookup ${hostname}: no such host`;
  if (code === 'EAI_AGAIN') return `dial tcp: lookup ${hostname}: server misbehaving`;
  if (code === 'ECONNRESET' || code === 'UND_ERR_SOCKET') return 'EOF';
  const dialed = dialProblems.get(code);
  if (dialed !== undefined && address !== undefined)
    return `dial tcp ${joinHostPort(address, port)}: connect: ${dialed}`;
  return message;
}

const dialProblems: ReadonlyMap<string, string> = new Map([
  ['ECONNREFUSED', 'connection refused'],
  ['ETIMEDOUT', 'connection timed out'],
  ['EHOSTUNREACH', 'no route to host'],
  ['ENETUNREACH', 'network is unreachable'],
  ['EADDRNOTAVAIL', 'cannot assign requested address'],
]);

const unknownAuthority = 'certificate signed by unknown authority';
const certificateProblems: ReadonlyMap<string, string> = new Map([
  ['DEPTH_ZERO_SELF_SIGNED_CERT', unknownAuthority],
  ['SELF_SIGNED_CERT_IN_CHAIN', unknownAuthority],
  ['UNABLE_TO_GET_ISSUER_CERT', unknownAuthority],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', unknownAuthority],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', unknownAuthority],
  ['CERT_SIGNATURE_FAILURE', unknownAuthority],
  ['CERT_HAS_EXPIRED', 'certificate has expired or is not yet valid'],
  ['CERT_NOT_YET_VALID', 'certificate has expired or is not yet valid'],
]);

/** A host with several addresses fails with all of their errors; the last one is reported. */
function firstOf(error: unknown): NetworkError {
  if (error instanceof AggregateError && error.errors.length > 0) return firstOf(error.errors.at(-1));
  return error instanceof Error ? error : new Error(String(error));
}

/** `10.0.0.1:443`, `[::1]:443`. Unambiguous: the port is a number. */
export function joinHostPort(host: string, port: number | undefined): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}
