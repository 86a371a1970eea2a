// Certificates made with openssl: a throw-away CA for servers under test's webhooks and extension servers, and client certificates
// signed by the server's client CA (PARITY_CA_CERT / PARITY_CA_KEY).
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const caCert = process.env.PARITY_CA_CERT ?? '',
  caKey = process.env.PARITY_CA_KEY ?? '';
export const haveCA = existsSync(caCert) && existsSync(caKey);
let dir;
const tmp = () => {
  if (!dir) {
    dir = mkdtempSync(join(tmpdir(), 'probe-tls-'));
    process.on('exit', () => rmSync(dir, { recursive: true, force: true }));
  }
  return dir;
};
let n = 0;
const openssl = (...args) => execFileSync('openssl', args, { stdio: ['ignore', 'pipe', 'pipe'] });
function issue({ cn, orgs = [], dns = [], ips = [], usage, days = 30 }, ca, key) {
  const base = join(tmp(), `c${++n}`),
    esc = (s) => s.replace(/([/+\\=])/g, '\\$1');
  openssl('ecparam', '-name', 'prime256v1', '-genkey', '-noout', '-out', `${base}.key`);
  openssl(
    'req',
    '-new',
    '-key',
    `${base}.key`,
    '-subj',
    `/${[...orgs.map((o) => `O=${esc(o)}`), `CN=${esc(cn)}`].join('/')}`,
    '-out',
    `${base}.csr`,
  );
  const san = [...dns.map((d) => `DNS:${d}`), ...ips.map((i) => `IP:${i}`)];
  writeFileSync(
    `${base}.ext`,
    `basicConstraints=CA:FALSE\nkeyUsage=digitalSignature\nextendedKeyUsage=${usage}\n${san.length ? `subjectAltName=${san.join(',')}\n` : ''}`,
  );
  openssl(
    'x509',
    '-req',
    '-in',
    `${base}.csr`,
    '-CA',
    ca,
    '-CAkey',
    key,
    '-set_serial',
    `0x${Date.now().toString(16)}${n.toString(16).padStart(4, '0')}`,
    '-days',
    String(days),
    '-extfile',
    `${base}.ext`,
    '-out',
    `${base}.crt`,
  );
  return { cert: readFileSync(`${base}.crt`, 'utf8'), key: readFileSync(`${base}.key`, 'utf8') };
}
let own;
function ownCA() {
  if (own) return own;
  const base = join(tmp(), 'ca');
  openssl('ecparam', '-name', 'prime256v1', '-genkey', '-noout', '-out', `${base}.key`);
  openssl('req', '-x509', '-new', '-key', `${base}.key`, '-subj', '/CN=probe-ca', '-days', '30', '-out', `${base}.crt`);
  own = { crt: `${base}.crt`, key: `${base}.key`, bundle: readFileSync(`${base}.crt`).toString('base64') };
  return own;
}
const servers = new Map();
/** {cert, key, caBundle (base64)} of a serving certificate for 127.0.0.1, localhost and the given DNS names. */
export function serverCert(dns = []) {
  const k = dns.join();
  const ca = ownCA();
  if (!servers.has(k))
    servers.set(k, {
      ...issue(
        { cn: 'probe-server', dns: ['localhost', ...dns], ips: ['127.0.0.1'], usage: 'serverAuth' },
        ca.crt,
        ca.key,
      ),
      caBundle: ca.bundle,
    });
  return servers.get(k);
}
/** A client certificate signed by a CA that the server does not know. */
export const strangerCert = (cn, orgs = []) => {
  const ca = ownCA();
  return issue({ cn, orgs, usage: 'clientAuth' }, ca.crt, ca.key);
};
/** A private key and a PEM certificate signing request. */
export function csr(cn, orgs = []) {
  const base = join(tmp(), `r${++n}`);
  openssl('ecparam', '-name', 'prime256v1', '-genkey', '-noout', '-out', `${base}.key`);
  openssl(
    'req',
    '-new',
    '-key',
    `${base}.key`,
    '-subj',
    `/${[...orgs.map((o) => `O=${o}`), `CN=${cn}`].join('/')}`,
    '-out',
    `${base}.csr`,
  );
  return { key: readFileSync(`${base}.key`, 'utf8'), csr: readFileSync(`${base}.csr`, 'utf8') };
}
