import { X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadKubeconfig } from '../../client/kubeconfig/index.js';
import { CertificateFolder } from './certificate-folder.js';
import { credentialFiles, keepAdminKubeconfig, keepCredentials } from './index.js';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'trestle-credentials-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

const certificate = (file: string) => new X509Certificate(readFileSync(file));
const day = 24 * 60 * 60 * 1000;

it('are made once, each signed by its authority', () => {
  const files = credentialFiles(directory);
  keepCredentials(directory, ['localhost', '127.0.0.1']);
  const [authority, server, admin] = [files.authority, files.server, files.admin].map((pair) =>
    certificate(pair.certificateFile),
  ) as [X509Certificate, X509Certificate, X509Certificate];
  expect(server.verify(authority.publicKey)).toBe(true);
  expect(server.checkIP('127.0.0.1')).toBe('127.0.0.1');
  expect(admin.subject).toBe('O=system:masters\nCN=kubernetes-admin');
  const proxy = certificate(files.frontProxyClient.certificateFile);
  expect(proxy.verify(certificate(files.frontProxyAuthority.certificateFile).publicKey)).toBe(true);
  expect(proxy.verify(authority.publicKey)).toBe(false);

  const read = () => [...Object.values(files)].flatMap((file) => (typeof file === 'string' ? [] : readPair(file)));
  const before = read();
  keepCredentials(directory, ['127.0.0.1', 'localhost']);
  expect(read()).toEqual(before);
});

it('are renewed for another name, by the same authority', () => {
  const files = credentialFiles(directory);
  keepCredentials(directory, ['localhost']);
  const [authority, admin] = [readPair(files.authority), readPair(files.admin)];
  keepCredentials(directory, ['localhost', 'api.example.com']);
  expect(certificate(files.server.certificateFile).checkHost('api.example.com')).toBe('api.example.com');
  expect([readPair(files.authority), readPair(files.admin)]).toEqual([authority, admin]);
});

it('are made anew when they would soon expire, or cannot be read, or their authority is another', () => {
  const wanted = { subject: { commonName: 'jane' }, use: 'client' } as const;
  const early = new CertificateFolder(directory, Date.now() - 340 * day);
  const { certificateFile } = early.certificate('jane', early.authority('ca', 'ca'), wanted);
  const expiring = readFileSync(certificateFile, 'utf8');

  const folder = new CertificateFolder(directory);
  folder.certificate('jane', folder.authority('ca', 'ca'), wanted);
  const renewed = readFileSync(certificateFile, 'utf8');
  expect(renewed).not.toBe(expiring);

  writeFileSync(certificateFile, 'rubbish');
  folder.certificate('jane', folder.authority('ca', 'ca'), wanted);
  expect(certificate(certificateFile).subject).toBe('CN=jane');

  const before = readFileSync(certificateFile, 'utf8');
  folder.certificate('jane', folder.authority('other', 'other'), wanted);
  expect(readFileSync(certificateFile, 'utf8')).not.toBe(before);
});

it('are in the kubeconfig of the administrator', async () => {
  const files = credentialFiles(directory);
  keepCredentials(directory, ['localhost']);
  await keepAdminKubeconfig(files, 'https://127.0.0.1:6443');
  const { clusters, users } = await loadKubeconfig({ file: files.adminKubeconfig });
  expect(clusters[0]?.cluster.server).toBe('https://127.0.0.1:6443');
  const text = Buffer.from(users[0]!.user['client-certificate-data']!, 'base64').toString();
  expect(text).toBe(readFileSync(files.admin.certificateFile, 'utf8'));
});

function readPair({ certificateFile, keyFile }: { certificateFile: string; keyFile: string }): string[] {
  return [certificateFile, keyFile].map((file) => readFileSync(file, 'utf8'));
}
