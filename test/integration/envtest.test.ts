// Does what controller-runtime's envtest does with its programs: reads their flags, starts them with these arguments,
// and waits until they are healthy.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../src/apimachinery/free-ports.test.support.js';
import { CertificateFolder } from '../../src/app/credentials/certificate-folder.js';
import { call } from './program.test.support.js';

const main = fileURLToPath(new URL('../../lib/app/main.js', import.meta.url));

function started(program: string, flags: Record<string, string>) {
  const args = Object.entries(flags).map(([name, value]) => `--${name}=${value}`);
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = once(child, 'exit');
  onTestFinished(() => void child.kill('SIGKILL'));
  return {
    async stop() {
      child.kill('SIGTERM');
      return (await ended)[0];
    },
  };
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo().catch(() => false))) await new Promise((resolve) => setTimeout(resolve, 5));
}

const statusOf = (url: string) =>
  new Promise<number>((resolve, reject) => {
    get(url, (response) => resolve(response.resume().statusCode ?? 0)).on('error', reject);
  });

test('the programs of `trestle envtest` are what envtest starts', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'trestle envtest-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const assets = execFileSync(process.execPath, [main, 'envtest', join(directory, 'assets')], {
    encoding: 'utf8',
  }).trim();
  const [etcd, apiServer] = [join(assets, 'etcd'), join(assets, 'kube-apiserver')];
  expect(execFileSync(etcd, ['--help'], { encoding: 'utf8' })).toMatch(/^\s*--listen-client-urls\b/m);
  expect(execFileSync(apiServer, ['--help'], { encoding: 'utf8' })).not.toMatch(/^\s*--insecure-port\b/m);

  const etcdUrl = `http://127.0.0.1:${await freePort()}`;
  const etcdProcess = started(etcd, {
    'advertise-client-urls': etcdUrl,
    'data-dir': join(directory, 'etcd'),
    'listen-client-urls': etcdUrl,
    'listen-peer-urls': `http://127.0.0.1:${await freePort()}`,
  });
  await until(async () => (await statusOf(`${etcdUrl}/health`)) === 200);

  const certDirectory = join(directory, 'certs');
  mkdirSync(certDirectory);
  const certificates = new CertificateFolder(certDirectory);
  const authority = certificates.authority('client-cert-auth-ca', 'envtest-environment');
  certificates.certificate('apiserver', certificates.authority('serving-ca', 'envtest-environment'), {
    subject: { commonName: 'localhost' },
    use: { serverNames: ['localhost', '127.0.0.1'] },
  });
  certificates.authority('sa-signer', 'envtest-environment');
  const admin = certificates.certificate('admin', authority, {
    subject: { commonName: 'admin', organizations: ['system:masters'] },
    use: 'client',
  });
  const port = await freePort();
  const server = started(apiServer, {
    'allow-privileged': 'true',
    'authorization-mode': 'RBAC',
    'bind-address': '127.0.0.1',
    'cert-dir': certDirectory,
    'client-ca-file': authority.certificateFile,
    'disable-admission-plugins': 'ServiceAccount',
    'etcd-servers': etcdUrl,
    'secure-port': String(port),
    'service-account-issuer': `https://127.0.0.1:${port}/`,
    'service-account-key-file': join(certDirectory, 'sa-signer.crt'),
    'service-account-signing-key-file': join(certDirectory, 'sa-signer.key'),
    'service-cluster-ip-range': '10.0.0.0/24',
  });
  const url = `https://127.0.0.1:${port}`;
  await until(async () => (await call(`${url}/healthz`)).status === 200);
  const { status, body } = await call(`${url}/api/v1/namespaces`, {
    ca: readFileSync(join(certDirectory, 'serving-ca.crt')),
    cert: readFileSync(admin.certificateFile),
    key: readFileSync(admin.keyFile),
  });
  expect([status, JSON.parse(body).kind]).toEqual([200, 'NamespaceList']);
  expect([await server.stop(), await etcdProcess.stop()]).toEqual([0, 0]);
});
