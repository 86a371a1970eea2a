// Certificate signing requests: which signatures and keys are accepted.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const parallel = 4;

const path = '/apis/certificates.k8s.io/v1/certificatesigningrequests';

/** A request made by openssl, in PEM. */
function requestOf(key, digest) {
  const directory = mkdtempSync(join(tmpdir(), 'parity-csr-'));
  try {
    const [keyFile, file] = ['key', 'csr'].map((name) => join(directory, name));
    execFileSync('openssl', ['genpkey', ...key, '-out', keyFile], { stdio: 'pipe' });
    execFileSync('openssl', ['req', '-new', '-key', keyFile, ...digest, '-subj', '/CN=a', '-out', file], {
      stdio: 'pipe',
    });
    return readFileSync(file);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** The last byte of a request belongs to its signature. */
function withOtherSignature(pem) {
  const [first, ...lines] = pem.trimEnd().split('\n');
  const last = lines.pop();
  const der = Buffer.from(lines.join(''), 'base64');
  der[der.length - 1] ^= 1;
  return [first, ...der.toString('base64').match(/.{1,64}/g), last, ''].join('\n');
}

const rsa = (bits) => ['-algorithm', 'RSA', '-pkeyopt', `rsa_keygen_bits:${bits}`];
const ec = (curve) => ['-algorithm', 'EC', '-pkeyopt', `ec_paramgen_curve:${curve}`];
const requests = {
  'RSA of 2,048 bits with SHA-256': [rsa(2048), ['-sha256']],
  'RSA of 2,048 bits with SHA-1': [rsa(2048), ['-sha1']],
  'RSA of 1,024 bits with SHA-256': [rsa(1024), ['-sha256']],
  'RSA of 1,024 bits with SHA-1': [rsa(1024), ['-sha1']],
  'RSA with SHA-384': [rsa(2048), ['-sha384']],
  'RSA with SHA-512': [rsa(2048), ['-sha512']],
  'P-256 with SHA-256': [ec('P-256'), ['-sha256']],
  'P-256 with SHA-1': [ec('P-256'), ['-sha1']],
  'P-384 with SHA-384': [ec('P-384'), ['-sha384']],
  'P-521 with SHA-512': [ec('P-521'), ['-sha512']],
  Ed25519: [['-algorithm', 'ED25519'], []],
};

export const cases = Object.entries(requests).map(([what, [key, digest]]) => ({
  name: `a request signed by ${what}`,
  async run(t) {
    const name = `${t.id}-csr`;
    t.cleanup(() => t.del(`${path}/${name}`));
    const pem = requestOf(key, digest);
    const spec = { signerName: 'example.com/signer', usages: ['client auth'] };
    const made = (request) => ({
      apiVersion: 'certificates.k8s.io/v1',
      kind: 'CertificateSigningRequest',
      metadata: { name },
      spec: { ...spec, request: Buffer.from(request).toString('base64') },
    });
    t.seeStatus('create', await t.post(path, made(pem)));
    const broken = made(withOtherSignature(pem.toString()));
    broken.metadata = { name: `${name}-broken` };
    const refused = await t.post(`${path}?dryRun=All`, broken);
    t.seeStatus('with another signature', refused);
  },
}));
