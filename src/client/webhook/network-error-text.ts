import { isIP } from 'node:net';
import { isTimeout } from '../../apimachinery/status/index.js';

const untrusted = 'tls: failed to verify certificate: x509: certificate signed by unknown authority';

const texts: Readonly<Record<string, string>> = {
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  UNABLE_TO_GET_ISSUER_CERT: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  CERT_HAS_EXPIRED: 'tls: failed to verify certificate: x509: certificate has expired or is not yet valid',
  ECONNRESET: 'EOF',
};

/** The certificate is for other names. */
function otherNameText(host: string, names: string): string {
  const isAddress = isIP(host) !== 0;
  const prefix = isAddress ? 'IP Address:' : 'DNS:';
  const valid = names.split(', ').filter((name) => name.startsWith(prefix));
  const shown = valid.map((name) => name.slice(prefix.length)).join(', ');
  if (shown !== '') return `x509: certificate is valid for ${shown}, not ${host}`;
  if (isAddress) return `x509: cannot validate certificate for ${host} because it doesn't contain any IP SANs`;
  return `x509: certificate is not valid for any names, but wanted to match ${host}`;
}

/** Returns a network failure in the words of Go's clients, which users search for. */
export function networkErrorText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError' || isTimeout(error)) return 'context deadline exceeded';
  if (error.name === 'ClientGoneError' || error.name === 'AbortError') return 'context canceled';
  const { code = '', address, port, hostname } = error as NodeJS.ErrnoException & Record<string, unknown>;
  if (code === 'ECONNREFUSED') return `dial tcp ${address}:${port}: connect: connection refused`;
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    const { host, cert } = error as Error & { host: string; cert: { subjectaltname?: string } };
    return `tls: failed to verify certificate: ${otherNameText(host, cert.subjectaltname ?? '')}`;
  }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `dial tcp: lookup ${hostname}: no such host`;
  return texts[code] ?? error.message;
}
