// npm run probe [-- --area crud,list] [--case 'name'] [-v]: starts a server on a free port with a temporary data
// directory and runs black-box cases against it. The runner is the one that TRESTLE_PROBE names, or the nearest
// shared/probe/run.mjs above this repository. All arguments go to the runner; `--etcd URL` (with a prefix of its own)
// goes to the server, and `--log` shows what the server says.
import { spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generateKeyPair, privateKeyPem, signCertificate } from '../dist/server/http/index.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const runner = findRunner();
if (!runner) {
  console.error('probe: there is no runner: set TRESTLE_PROBE to its run.mjs, or put it into ../shared/probe/run.mjs');
  process.exit(2);
}

const args = process.argv.slice(2);
const showLog = take('--log', 0) !== undefined;
const etcd = take('--etcd', 1);
const directory = mkdtempSync(join(tmpdir(), 'trestle-probe-'));
const port = await freePort();
const flags = serverFlags();
const server = spawn(process.execPath, [join(root, 'lib/app/kube-apiserver.js'), ...flags], {
  stdio: ['ignore', 'pipe', 'pipe'],
});
let log = '';
for (const stream of [server.stdout, server.stderr]) {
  stream.on('data', (chunk) => {
    log += chunk;
    if (showLog) process.stderr.write(chunk);
  });
}
const ended = once(server, 'exit');
let code = 1;
try {
  await ready();
  code = await runCases();
} catch (error) {
  console.error(`probe: ${error.message}\n${log}`);
} finally {
  server.kill('SIGTERM');
  const [status] = await ended;
  if (status !== 0) console.error(`probe: the server ended with status ${status}\n${showLog ? '' : log}`);
  rmSync(directory, { recursive: true, force: true });
}
process.exit(code);

function findRunner() {
  if (process.env.TRESTLE_PROBE) return existsSync(process.env.TRESTLE_PROBE) ? process.env.TRESTLE_PROBE : undefined;
  for (let above = dirname(root); above !== dirname(above); above = dirname(above)) {
    const file = join(above, 'shared/probe/run.mjs');
    if (existsSync(file)) return file;
  }
  return undefined;
}

/** Takes an option and its values out of the arguments. */
function take(name, values) {
  const at = args.indexOf(name);
  if (at < 0) return undefined;
  const [, value = name] = args.splice(at, 1 + values);
  return value;
}

function serverFlags() {
  const clients = authority('client-ca');
  const proxies = authority('front-proxy-ca');
  const proxy = clientCertificate('aggregator', proxies);
  writeFileSync(
    join(directory, 'tokens.csv'),
    'admin-token,admin,admin,"system:masters"\nviewer-token,viewer,viewer,"viewers"\n',
  );
  // RSA, because the recorded answers show such a key.
  const signingKey = keyFile('sa', generateKeyPairSync('rsa', { modulusLength: 2048 }));
  return [
    '--bind-address=127.0.0.1',
    `--secure-port=${port}`,
    `--data-dir=${join(directory, 'data')}`,
    `--cert-dir=${join(directory, 'certs')}`,
    `--token-auth-file=${join(directory, 'tokens.csv')}`,
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
    ...(etcd ? [`--etcd-servers=${etcd}`, `--etcd-prefix=/probe-${process.pid}`] : []),
  ];
}

function authority(name) {
  const keys = generateKeyPair();
  const issuer = { subject: { commonName: name }, keys };
  const certificate = signCertificate({
    subject: issuer.subject,
    publicKey: keys.publicKey,
    issuer,
    use: 'authority',
    ...valid(),
  });
  const file = join(directory, `${name}.crt`);
  writeFileSync(file, certificate);
  return { file, key: keyFile(name, keys), issuer };
}

function clientCertificate(commonName, { issuer }) {
  const keys = generateKeyPair();
  const certificate = signCertificate({
    subject: { commonName },
    publicKey: keys.publicKey,
    issuer,
    use: 'client',
    ...valid(),
  });
  const file = join(directory, `${commonName}.crt`);
  writeFileSync(file, certificate);
  return { certificate: file, key: keyFile(commonName, keys) };
}

function valid() {
  return { validFrom: new Date(Date.now() - 3_600_000), validUntil: new Date(Date.now() + 86_400_000) };
}

function keyFile(name, keys) {
  const file = join(directory, `${name}.key`);
  writeFileSync(file, privateKeyPem(keys), { mode: 0o600 });
  return file;
}

async function freePort() {
  const listener = createServer().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port: free } = listener.address();
  listener.close();
  await once(listener, 'close');
  return free;
}

/** Resolves when the server says that it is ready. */
async function ready() {
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
  process.removeAllListeners('warning');
  for (let attempt = 0; attempt < 300; attempt++) {
    if (server.exitCode !== null) throw new Error('the server ended');
    const answer = await fetch(`https://127.0.0.1:${port}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('the server does not become ready');
}

async function runCases() {
  const child = spawn(
    process.execPath,
    [runner, '--url', `https://127.0.0.1:${port}`, '--token', 'admin-token', ...args],
    {
      stdio: 'inherit',
      env: {
        ...process.env,
        PROBE_CA_CERT: join(directory, 'client-ca.crt'),
        PROBE_CA_KEY: join(directory, 'client-ca.key'),
      },
    },
  );
  const [status] = await once(child, 'exit');
  return status ?? 1;
}
