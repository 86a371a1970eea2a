import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface CertificateFiles {
  readonly caFile: string;
  readonly certFile: string;
  readonly keyFile: string;
}

export interface TestCertificates {
  readonly server: CertificateFiles;
  readonly client: CertificateFiles;
}

/** A CA with a certificate for 127.0.0.1 and a client certificate, created by `openssl` in the directory. */
export function makeCertificates(directory: string): TestCertificates {
  const file = (name: string) => join(directory, name);
  const openssl = (...parameters: string[]) => execFileSync('openssl', parameters, { cwd: directory, stdio: 'pipe' });
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  openssl(
    'req',
    '-x509',
    ...newKey,
    '-keyout',
    'ca.key',
    '-out',
    'ca.crt',
    '-subj',
    '/CN=test authority',
    '-days',
    '2',
  );
  writeFileSync(file('extensions'), 'subjectAltName=IP:127.0.0.1\n');
  for (const name of ['server', 'client']) {
    openssl('req', ...newKey, '-keyout', `${name}.key`, '-out', `${name}.csr`, '-subj', `/CN=${name}`);
    const signing = ['-CA', 'ca.crt', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '2', '-extfile', 'extensions'];
    openssl('x509', '-req', '-in', `${name}.csr`, '-out', `${name}.crt`, ...signing);
  }
  const files = (name: string) => ({
    caFile: file('ca.crt'),
    certFile: file(`${name}.crt`),
    keyFile: file(`${name}.key`),
  });
  return { server: files('server'), client: files('client') };
}
