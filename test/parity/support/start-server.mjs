// Starts the server under test as a separate process, with the users, keys and flags that the cases expect.
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../dist/apimachinery/free-ports.test.support.js';
import { generateKeyPair, privateKeyPem, signCertificate } from '../../../dist/server/http/index.js';
import { Etcd, program, ServerProcess, serverFlags } from '../../support/server-process.mjs';

/**
 * Starts Trestle, or with `real` (paths of the binaries kube-apiserver and etcd) the original. `etcd`: the URL of an
 * etcd that Trestle stores in, below its own prefix; `ownEtcd`: starts one for it. `showLog`: the server's log goes to
 * the terminal. `flags`: more flags. `controllers`: runs the controllers too, of kube-controller-manager beside the
 * original (path of the binary in `real`). `store` of the result is where the server stores: undefined if that is not etcd.
 */
export async function startServer({ real, etcd, ownEtcd, showLog, controllers, flags: more = [] }) {
  const directory = mkdtempSync(join(tmpdir(), 'trestle-parity-'));
  const port = await freePort();
  const ownControllers = controllers && !real ? controllerFlags(directory) : [];
  const flags = [...commonFlags(directory, port), ...ownControllers, ...more];
  const server = new ServerProcess(join(directory, 'server.log'), { showLog });
  const processes = [server];
  const close = async () => {
    for (const child of processes) {
      const code = child.child && (await child.kill('SIGTERM'));
      // etcd re-raises the signal after a graceful exit, and then has no code.
      if (code) throw new Error(`a server ended with status ${code}\n${child.logText()}`);
    }
    rmSync(directory, { recursive: true, force: true });
  };
  let store = etcd && { url: etcd, prefix: `/parity-${process.pid}` };
  try {
    if (real || ownEtcd) {
      const started = await Etcd.start({ command: real?.etcd, directory, showLog });
      processes.push(started);
      store = { url: started.url, prefix: '/registry' };
    }
    const command = real ? [real.kubeApiServer] : [process.execPath, program];
    server.spawn(command[0], [...command.slice(1), ...flags, ...storageFlags(store, directory)]);
    await server.untilReady(async () => {
      return (await fetch(`https://127.0.0.1:${port}/readyz`).catch(() => undefined))?.ok;
    });
    if (real && controllers)
      processes.unshift(await startControllerManager(real.controllerManager, { directory, port, showLog }));
  } catch (error) {
    await close();
    throw error;
  }
  const authority = { certificate: join(directory, 'client-ca.crt'), key: join(directory, 'client-ca.key') };
  return { url: new URL(`https://127.0.0.1:${port}`), token: 'admin-token', authority, store, close };
}

async function startControllerManager(command, { directory, port, showLog }) {
  const kubeconfig = join(directory, 'controllers.kubeconfig');
  const cluster = { server: `https://127.0.0.1:${port}`, 'insecure-skip-tls-verify': true };
  const content = {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'it', cluster }],
    users: [{ name: 'admin', user: { token: 'admin-token' } }],
    contexts: [{ name: 'it', context: { cluster: 'it', user: 'admin' } }],
    'current-context': 'it',
  };
  writeFileSync(kubeconfig, JSON.stringify(content));
  const securePort = await freePort();
  const process = new ServerProcess(join(directory, 'controllers.log'), { showLog });
  process.spawn(command, [
    `--kubeconfig=${kubeconfig}`,
    `--secure-port=${securePort}`,
    '--bind-address=127.0.0.1',
    `--cert-dir=${join(directory, 'controllers')}`,
    '--leader-elect=false',
    '--kube-api-qps=500',
    '--kube-api-burst=1000',
    `--service-account-private-key-file=${join(directory, 'sa.key')}`,
    ...controllerFlags(directory),
  ]);
  await process.untilReady(async () => {
    return (await fetch(`https://127.0.0.1:${securePort}/healthz`).catch(() => undefined))?.ok;
  });
  return process;
}

/** The same for both: all controllers, and what those for housekeeping publish and sign with. */
function controllerFlags(directory) {
  return [
    '--controllers=*,bootstrap-signer-controller,token-cleaner-controller',
    `--root-ca-file=${join(directory, 'client-ca.crt')}`,
    `--cluster-signing-cert-file=${join(directory, 'client-ca.crt')}`,
    `--cluster-signing-key-file=${join(directory, 'client-ca.key')}`,
  ];
}

function storageFlags(store, directory) {
  return store
    ? [`--etcd-servers=${store.url}`, `--etcd-prefix=${store.prefix}`]
    : [`--data-dir=${join(directory, 'data')}`];
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
    ...serverFlags({ directory, port, tokens, signingKey }),
    '--authorization-mode=Node,RBAC',
    `--client-ca-file=${clients.file}`,
    `--proxy-client-cert-file=${proxy.certificate}`,
    `--proxy-client-key-file=${proxy.key}`,
    `--requestheader-client-ca-file=${proxies.file}`,
    '--requestheader-allowed-names=aggregator',
    '--requestheader-username-headers=X-Remote-User',
    '--requestheader-group-headers=X-Remote-Group',
    '--requestheader-extra-headers-prefix=X-Remote-Extra-',
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
