// CAs and certificates for tests, created by the server's own code.
import { generateKeyPair, makeSelfSigned, privateKeyPem, signCertificate } from '../../../dist/server/http/index.js';

const day = 86_400_000;

/** Returns `{ certificate, sign(commonName, organizations) }`; `sign` returns `{ cert, key }` of a client. */
export function newAuthority(commonName) {
  const keys = generateKeyPair();
  const issuer = { subject: { commonName }, keys };
  const validity = { validFrom: new Date(Date.now() - day), validUntil: new Date(Date.now() + day) };
  const certificate = signCertificate({
    ...validity,
    issuer,
    subject: issuer.subject,
    publicKey: keys.publicKey,
    use: 'authority',
  });
  const sign = (name, organizations = []) => {
    const own = generateKeyPair();
    const subject = { commonName: name, organizations };
    return {
      cert: signCertificate({ ...validity, issuer, subject, publicKey: own.publicKey, use: 'client' }),
      key: privateKeyPem(own),
    };
  };
  return { certificate, sign };
}

/** For a server on this machine: `{ cert, key, ca }`. */
export function serverCertificate() {
  const { certificate, key } = makeSelfSigned({ names: ['127.0.0.1', 'localhost'] });
  return { cert: certificate, key, ca: certificate };
}
