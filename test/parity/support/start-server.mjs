// Starts the server under test as a separate process, with the users, keys and flags that the cases expect.
import { spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generateKeyPair, privateKeyPem, signCertificate } from '../../../dist/server/http/index.js';
import { sleep } from './exchange.mjs';

const trestle = fileURLToPath(new URL('../../../lib/app/kube-apiserver.js', import.meta.url));

/**
 * Starts Trestle, or with `real` (paths of the binaries kube-apiserver and etcd) the original. `etcd`: the URL of an
 * etcd that Trestle stores in, below its own prefix. `showLog`: the server's log goes to standard error.
 */
export async function startServer({ real, etcd, showLog }) {
  const directory = mkdtempSync(join(tmpdir(), 'trestle-parity-'));
  const port = await freePort();
  const flags = commonFlags(directory, port);
  const processes = [];
  const start = (command, args) => {
    const child = startProcess(command, args, { showLog });
    processes.unshift(child);
    return child;
  };
  const server = real
    ? start(real.kubeApiServer, [...flags, `--etcd-servers=${await startEtcd(real.etcd, { directory, start })}`])
    : start(process.execPath, [trestle, ...flags, ...storageFlags(etcd, directory)]);
  const close = async () => {
    for (const child of processes) await child.stop();
    rmSync(directory, { recursive: true, force: true });
  };
  try {
    await becomesReady(server, `https://127.0.0.1:${port}/readyz`);
  } catch (error) {
    await close();
    throw error;
  }
  const authority = { certificate: join(directory, 'client-ca.crt'), key: join(directory, 'client-ca.key') };
  return { url: new URL(`https://127.0.0.1:${port}`), token: 'admin-token', authority, close };
}

function storageFlags(etcd, directory) {
  return etcd
    ? [`--etcd-servers=${etcd}`, `--etcd-prefix=/parity-${process.pid}`]
    : [`--data-dir=${join(directory, 'data')}`];
}

async function startEtcd(binary, { directory, start }) {
  const [client, peer] = [await freePort(), await freePort()].map((port) => `http://127.0.0.1:${port}`);
  const etcd = start(binary, [
    `--data-dir=${join(directory, 'etcd')}`,
    `--listen-client-urls=${client}`,
    `--advertise-client-urls=${client}`,
    `--listen-peer-urls=${peer}`,
    `--initial-advertise-peer-urls=${peer}`,
    `--initial-cluster=default=${peer}`,
  ]);
  await becomesReady(etcd, `${client}/health`);
  return client;
}

function startProcess(command, args, { showLog }) {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(child, 'exit');
  let log = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      log = (log + chunk).slice(-20_000);
      if (showLog) process.stderr.write(chunk);
    });
  }
  return {
    hasEnded: () => child.exitCode !== null,
    log: () => log,
    async stop() {
      child.kill('SIGTERM');
      const [status, signal] = await ended;
      // etcd re-raises the signal after a graceful exit.
      if (status !== 0 && signal !== 'SIGTERM') throw new Error(`${command} ended with status ${status}\n${log}`);
    },
  };
}

async function becomesReady(server, url) {
  const deadline = Date.now() + 60_000;
  while (Date.now() < deadline) {
    if (server.hasEnded()) throw new Error(`the server ended\n${server.log()}`);
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok) return;
    await sleep(50);
  }
  throw new Error(`the server does not become ready\n${server.log()}`);
}

function commonFlags(directory, port) {
  const clients = authority(directory, 'client-ca');
  const proxies = authority(directory, 'front-proxy-ca');
  const proxy = clientCertificate(directory, 'aggregator', proxies);
  const tokens = join(directory, 'tokens.csv');
  writeFileSync(tokens, 'admin-token,admin,admin,"system:masters"\nviewer-token,viewer,viewer,"viewers"\n');
  // RSA, because the recorded answers show such a key.
  const signingKey = keyFile(directory, 'sa', generateKeyPairSync('rsa', { modulusLength: 2048 }));
  return [
    '--bind-address=127.0.0.1',
    `--secure-port=${port}`,
    `--cert-dir=${join(directory, 'certs')}`,
    `--token-auth-file=${tokens}`,
    '--authorization-mode=Node,RBAC',
    `--client-ca-file=${clients.file}`,
    '--service-cluster-ip-range=10.0.0.0/24',
    '--service-account-issuer=https://kubernetes.default.svc',
    `--service-account-signing-key-file=${signingKey}`,
    `--service-account-key-file=${signingKey}`,
    `--proxy-client-cert-file=${proxy.certificate}`,
    `--proxy-client-key-file=${proxy.key}`,
    `--requestheader-client-ca-file=${proxies.file}`,
    '--requestheader-allowed-names=aggregator',
    '--requestheader-username-headers=X-Remote-User',
    '--requestheader-group-headers=X-Remote-Group',
    '--requestheader-extra-headers-prefix=X-Remote-Extra-',
    '--endpoint-reconciler-type=none',
  ];
}

function authority(directory, name) {
  const keys = generateKeyPair();
  const issuer = { subject: { commonName: name }, keys };
  const file = join(directory, `${name}.crt`);
  const publicKey = keys.publicKey;
  writeFileSync(file, signCertificate({ subject: issuer.subject, publicKey, issuer, use: 'authority', ...validity() }));
  return { file, key: keyFile(directory, name, keys), issuer };
}

function clientCertificate(directory, commonName, { issuer }) {
  const keys = generateKeyPair();
  const certificate = join(directory, `${commonName}.crt`);
  const subject = { commonName };
  writeFileSync(
    certificate,
    signCertificate({ subject, publicKey: keys.publicKey, issuer, use: 'client', ...validity() }),
  );
  return { certificate, key: keyFile(directory, commonName, keys) };
}

function validity() {
  return { validFrom: new Date(Date.now() - 3_600_000), validUntil: new Date(Date.now() + 86_400_000) };
}

function keyFile(directory, name, keys) {
  const file = join(directory, `${name}.key`);
  writeFileSync(file, privateKeyPem(keys), { mode: 0o600 });
  return file;
}

async function freePort() {
  const listener = createServer().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address();
  listener.close();
  await once(listener, 'close');
  return port;
}
