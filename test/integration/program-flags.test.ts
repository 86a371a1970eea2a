import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { freePort } from '../../src/apimachinery/free-ports.test.support.js';
import { kubeconfigFor, writeKubeconfig } from '../../src/client/kubeconfig/index.js';
import { generateKeyPair, type KeyPair, privateKeyPem, signCertificate } from '../../src/server/http/index.js';
import { call, ProgramProcess, temporaryDirectory, writeSigningKey } from './program.test.support.js';

const day = 24 * 60 * 60 * 1000;
const validFrom = new Date(Date.now() - day);
const validUntil = new Date(Date.now() + day);

interface Authority {
  readonly subject: { commonName: string };
  readonly keys: KeyPair;
}

function authority(commonName: string, file: string): Authority {
  const [subject, keys] = [{ commonName }, generateKeyPair()];
  const issuer = { subject, keys };
  const request = { subject, publicKey: keys.publicKey, issuer, validFrom, validUntil, use: 'authority' } as const;
  writeFileSync(file, signCertificate(request));
  return issuer;
}

function clientOf(issuer: Authority, commonName: string, organizations: string[] = []) {
  const keys = generateKeyPair();
  const subject = { commonName, organizations };
  const cert = signCertificate({ subject, publicKey: keys.publicKey, issuer, validFrom, validUntil, use: 'client' });
  return { cert, key: privateKeyPem(keys) };
}

/** A program in its own directory, which is prepared before the start. */
async function start(directory: string, ...flags: string[]): Promise<{ program: ProgramProcess; url: string }> {
  writeSigningKey(directory);
  writeFileSync(join(directory, 'tokens.csv'), 'admin-token,admin,admin,system:masters\n');
  const program = new ProgramProcess(
    'kube-apiserver',
    [
      '--bind-address=127.0.0.1',
      `--secure-port=${await freePort()}`,
      '--data-dir=data',
      '--cert-dir=certs',
      '--token-auth-file=tokens.csv',
      '--authorization-mode=RBAC',
      '--service-account-issuer=https://kubernetes.default.svc',
      '--service-account-signing-key-file=sa.key',
      ...flags,
    ],
    directory,
  );
  const url = await program.readyUrl();
  return { program, url };
}

const configMap = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data: { text: 'not for everybody' } };
const auditPolicy = `apiVersion: audit.k8s.io/v1
kind: Policy
omitStages: [RequestReceived]
rules:
  - level: Metadata
    users: [admin]
`;
const configMaps = '/api/v1/namespaces/default/configmaps';

it('clients are authenticated by certificates and by front proxy headers', async () => {
  const directory = temporaryDirectory();
  const clients = authority('clients', join(directory, 'clients.crt'));
  const proxies = authority('proxies', join(directory, 'proxies.crt'));
  const { url } = await start(
    directory,
    '--client-ca-file=clients.crt',
    '--requestheader-client-ca-file=proxies.crt',
    '--requestheader-allowed-names=aggregator',
    '--requestheader-username-headers=X-Remote-User',
    '--requestheader-group-headers=X-Remote-Group',
  );
  const metrics = async (options: Parameters<typeof call>[1]) => {
    const { status, body } = await call(`${url}/metrics`, options);
    return status === 200 ? status : [status, /User "([^"]*)"/.exec(JSON.parse(body).message)?.[1]];
  };
  const headers = { 'x-remote-user': 'john', 'x-remote-group': 'devs' };
  expect(await metrics({})).toEqual([403, 'system:anonymous']);
  expect(await metrics(clientOf(clients, 'jane'))).toEqual([403, 'jane']);
  expect(await metrics(clientOf(clients, 'root', ['system:masters']))).toBe(200);
  expect(await metrics({ ...clientOf(clients, 'jane'), headers })).toEqual([403, 'jane']);
  expect(await metrics({ ...clientOf(proxies, 'aggregator'), headers })).toEqual([403, 'john']);
  expect(await metrics({ ...clientOf(proxies, 'other'), headers })).toEqual([401, undefined]);
  expect(await metrics({ ...clientOf(authority('x', join(directory, 'x')), 'jane') })).toEqual([401, undefined]);
});

it('requests are audited, and stored objects are encrypted', async () => {
  const directory = temporaryDirectory();
  const secret = Buffer.alloc(32, 3).toString('base64');
  writeFileSync(
    join(directory, 'encryption.yaml'),
    `apiVersion: apiserver.config.k8s.io/v1
kind: EncryptionConfiguration
resources:
  - resources: [configmaps]
    providers: [{ aesgcm: { keys: [{ name: one, secret: ${secret} }] } }]
`,
  );
  writeFileSync(join(directory, 'audit.yaml'), auditPolicy);
  const flags = [
    '--encryption-provider-config=encryption.yaml',
    '--audit-policy-file=audit.yaml',
    '--audit-log-path=audit.log',
  ];
  const first = await start(directory, ...flags);
  const created = await call(first.url + configMaps, { method: 'POST', token: 'admin-token', body: configMap });
  expect(created.status).toBe(201);
  expect(await first.program.end()).toMatchObject({ code: 0, stderr: expect.not.stringContaining('Error') });
  const events = readFileSync(join(directory, 'audit.log'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(events).toMatchObject([
    {
      kind: 'Event',
      level: 'Metadata',
      verb: 'create',
      user: { username: 'admin' },
      objectRef: { resource: 'configmaps' },
    },
  ]);
  const stored = readFileSync(join(directory, 'data/store/data.mdb'), 'latin1');
  expect(stored).toContain('k8s:enc:aesgcm:v1:one:');
  expect(stored).not.toContain(configMap.data.text);

  const second = await start(directory, ...flags);
  const { body } = await call(`${second.url}${configMaps}/a`, { token: 'admin-token' });
  expect(JSON.parse(body)).toMatchObject(configMap);
});

it('audit events are sent to a webhook', async () => {
  const directory = temporaryDirectory();
  const received: { items: { verb: string; requestURI: string }[] }[] = [];
  const { promise: arrived, resolve } = withResolve();
  const listener = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    received.push(JSON.parse(Buffer.concat(chunks).toString()));
    expect(request.headers.authorization).toBe('Bearer audit-token');
    response.end();
    resolve();
  }).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  onTestFinished(() => void listener.close());
  const { port } = listener.address() as AddressInfo;
  await writeKubeconfig(
    join(directory, 'webhook.kubeconfig'),
    kubeconfigFor({ name: 'audit', server: `http://127.0.0.1:${port}/events`, user: { token: 'audit-token' } }),
  );
  writeFileSync(join(directory, 'audit.yaml'), auditPolicy);
  const { url } = await start(
    directory,
    '--audit-policy-file=audit.yaml',
    '--audit-webhook-config-file=webhook.kubeconfig',
    '--audit-webhook-batch-max-wait=10ms',
  );
  await call(`${url}${configMaps}/a`, { token: 'admin-token' });
  await arrived;
  expect(received[0]?.items).toMatchObject([{ verb: 'get', requestURI: `${configMaps}/a` }]);
});

it.each([
  ['--token-auth-file=missing', 'authentication flags: ENOENT'],
  [
    '--client-ca-file=sa.key',
    'authentication flags: sa.key: data does not contain any valid RSA or ECDSA certificates',
  ],
  ['--encryption-provider-config=missing', '--encryption-provider-config: ENOENT'],
  ['--audit-policy-file=sa.key', 'auditing flags: failed decoding: the policy is not an object'],
])('%s is reported without a stack trace', async (flag, text) => {
  const directory = temporaryDirectory();
  await expect(start(directory, '--audit-log-path=audit.log', flag)).rejects.toThrow(
    new RegExp(`^the program ended: kube-apiserver: ${text}[^\n]*\n$`),
  );
});

function withResolve(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((resolveIt) => {
    resolve = resolveIt;
  });
  return { promise, resolve };
}

it.each<[string, string[], string]>([
  ['a feature gate that does not exist', ['--feature-gates=Foo=true'], 'unrecognized feature gate: Foo'],
  ['a flag that does not exist', ['--nosuch'], 'unknown flag: --nosuch'],
  ['a key of --runtime-config that names nothing', ['--runtime-config=foo'], 'runtime-config invalid key foo'],
  [
    'an audit policy that does not exist',
    ['--audit-policy-file=/nonexistent'],
    'loading audit policy file: failed to read file path "/nonexistent": ENOENT: no such file or directory, open \'/nonexistent\'',
  ],
  [
    'a certificate that does not exist',
    ['--tls-cert-file=/x', '--tls-private-key-file=/x'],
    'open /x: no such file or directory',
  ],
  [
    'a directory instead of a certificate',
    ['--tls-cert-file=.', '--tls-private-key-file=.'],
    '--tls-cert-file: . is a directory, not a file',
  ],
  [
    'a data directory that is a file',
    [`--data-dir=${process.execPath}`],
    `--data-dir: ${process.execPath} cannot be used: it is not a directory`,
  ],
  [
    'a data directory below a file',
    [`--data-dir=${process.execPath}/data`],
    `--data-dir: ${process.execPath}/data cannot be used: a part of it is a file, not a directory`,
  ],
  ['a port that does not exist', ['--secure-port=70000'], '--secure-port 70000 must be between 0 and 65535, inclusive'],
  [
    'an address of another machine',
    ['--bind-address=192.0.2.77'],
    '192.0.2.77 is no address of this machine: give another --bind-address',
  ],
  [
    'flags that are not supported',
    ['--debug-socket-path=x'],
    '--debug-socket-path is not supported: profile with node --cpu-prof or --inspect',
  ],
])('%s: one sentence and exit code 1', async (_, flags, sentence) => {
  const program = new ProgramProcess('main', ['--secure-port=0', ...flags], temporaryDirectory());
  expect(await program.ended()).toEqual({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining(`trestle: ${sentence}\n`),
  });
});

it.skipIf(process.platform !== 'linux').each([
  ['where nothing can be created', '/proc/nope', /directories cannot be created there/],
  // Read-only in a container.
  ['that cannot be written', '/sys/nope', /(permission denied|the file system is read-only)/],
  // For root, access(2) says that it can.
  ['that exists and cannot be written', '/sys', /(permission denied|the file system is read-only)/],
])('a data directory %s: one sentence and exit code 1', async (_, directory, reason) => {
  const program = new ProgramProcess('main', ['--secure-port=0', `--data-dir=${directory}`], temporaryDirectory());
  expect(await program.ended()).toEqual({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(`^trestle: --data-dir: ${directory} cannot be used: ${reason.source}\n$`),
  });
});

it('--enable-logs-handler=false is accepted, with the warning of kube-apiserver', async () => {
  const flags = ['--secure-port=0', '--in-memory', '--enable-logs-handler=false'];
  const program = new ProgramProcess('main', flags, temporaryDirectory());
  await program.readyUrl();
  const warning = 'Flag --enable-logs-handler has been deprecated, Log handler functionality is deprecated\n';
  expect(await program.end()).toMatchObject({ code: 0, stderr: expect.stringContaining(warning) });
});

it('without etcd, the program says what it waits for, and prints no greeting', async () => {
  const etcd = `http://127.0.0.1:${await freePort()}`;
  const program = new ProgramProcess('main', ['--secure-port=0', `--etcd-servers=${etcd}`], temporaryDirectory());
  await program.printed(/waiting for etcd at http:\S+: [^\n]*ECONNREFUSED[^\n]*\n/);
  expect(await program.end()).toMatchObject({
    stdout: '',
    stderr: expect.stringMatching(/^(waiting for etcd [^\n]+\n)+$/),
  });
});
