import type { SecureContextOptions } from 'node:tls';

/**
 * TLS options by which a client trusts every certificate of the authorities (PEM), as Go does: a server's own certificate
 * and an intermediate one, too. Unset or empty: the authorities of the system are trusted.
 */
export function trustedRoots(
  authorities: string | Buffer | undefined,
): Pick<SecureContextOptions, 'ca' | 'allowPartialTrustChain'> {
  return authorities?.length ? { ca: authorities, allowPartialTrustChain: true } : {};
}
