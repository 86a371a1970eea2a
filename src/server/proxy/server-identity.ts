import { checkServerIdentity, type PeerCertificate } from 'node:tls';

/** The certificate does not belong to the intended server. The message is upstream's. */
class WrongServerError extends Error {
  override readonly name = 'WrongServerError';
}

/**
 * Like Node's own check, except that the common name is ignored: a certificate without alternative names has no name.
 */
export function checkServerName(name: string, certificate: PeerCertificate): Error | undefined {
  const { subjectaltname } = certificate;
  if (!subjectaltname) return wrong('certificate relies on legacy Common Name field, use SANs instead');
  const withoutCommonName = { ...certificate, subject: {} } as PeerCertificate;
  if (checkServerIdentity(name, withoutCommonName) === undefined) return undefined;
  const names = [...subjectaltname.matchAll(/(?:DNS|IP Address):([^,\s]+)/g)].map(([, one]) => one);
  if (names.length === 0) return wrong(`certificate is not valid for any names, but wanted to match ${name}`);
  return wrong(`certificate is valid for ${names.join(', ')}, not ${name}`);
}

function wrong(problem: string): WrongServerError {
  return new WrongServerError(`tls: failed to verify certificate: x509: ${problem}`);
}
