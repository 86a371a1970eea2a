import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ManualClock } from '../../apimachinery/clock/manual-clock.test.support.js';
import { connectionFrom } from './connection.js';
import { decodeKubeconfig } from './decode-kubeconfig.js';
import { defaultConnection } from './default-connection.js';
import { ExecCredentials } from './exec-credentials.js';
import { inClusterConnection } from './in-cluster.js';
import {
  type ExecConfig,
  emptyKubeconfig,
  type Kubeconfig,
  KubeconfigError,
  type KubeconfigUser,
} from './kubeconfig.js';
import { loadKubeconfig } from './load-kubeconfig.js';
import { kubeconfigFor, writeKubeconfig } from './write-kubeconfig.js';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'kubeconfig-'));
});
afterEach(() => rm(directory, { recursive: true }));

async function file(name: string, content: string): Promise<string> {
  const path = join(directory, name);
  await mkdir(join(path, '..'), { recursive: true });
  await writeFile(path, content);
  return path;
}

describe('loading', () => {
  const first = `
current-context: ""
clusters:
- name: shared
  cluster: { server: https://first, certificate-authority: ca.crt }
users:
- name: one
  user: { client-certificate: /absolute/one.crt, client-key: keys/one.key, exec: { command: ./bin/login } }
`;
  const second = `
apiVersion: v1
kind: Config
current-context: here
clusters:
- name: shared
  cluster: { server: https://second }
- name: other
  cluster: { server: https://other }
contexts:
- name: here
  context: { cluster: shared, user: one }
users:
- name: two
  user: { exec: { command: login } }
`;

  test('merges the files of the environment: what is said first counts', async () => {
    const files = [await file('a/config', first), join(directory, 'missing'), '', await file('b', second)];
    const config = await loadKubeconfig({ env: { KUBECONFIG: files.join(delimiter) } });
    expect(config['current-context']).toBe('here');
    expect(config.clusters.map(({ name, cluster }) => [name, cluster.server])).toEqual([
      ['shared', 'https://first'],
      ['other', 'https://other'],
    ]);
    expect(config.users.map(({ name }) => name)).toEqual(['one', 'two']);
  });

  test('makes paths absolute, from the file that they are in', async () => {
    const path = await file('a/config', first);
    const { clusters, users } = await loadKubeconfig({ file: path });
    expect(clusters[0]?.cluster['certificate-authority']).toBe(join(directory, 'a', 'ca.crt'));
    expect(users[0]?.user).toMatchObject({
      'client-certificate': '/absolute/one.crt',
      'client-key': join(directory, 'a', 'keys', 'one.key'),
      exec: { command: join(directory, 'a', 'bin', 'login') },
    });
    expect(decodeKubeconfig(Buffer.from(second), path).users[0]?.user.exec?.command).toBe('login');
  });

  test('looks into the home directory, where there may be nothing', async () => {
    expect(await loadKubeconfig({ env: {}, home: directory })).toEqual(emptyKubeconfig);
    await file('.kube/config', second);
    expect((await loadKubeconfig({ env: {}, home: directory }))['current-context']).toBe('here');
  });

  test('fails if a requested file does not exist', async () => {
    await expect(loadKubeconfig({ file: join(directory, 'missing') })).rejects.toThrow('ENOENT');
  });

  test.each([
    ['no YAML', '{'],
    ['a list', '[]'],
    ['another kind', 'kind: Pod'],
    ['another version', 'apiVersion: v2'],
    ['clusters that are no list', 'clusters: {}'],
    ['a user without a name', 'users: [{ user: {} }]'],
    ['a context that is no object', 'contexts: [{ name: x, context: 1 }]'],
    ['a current context that is no text', 'current-context: 1'],
  ])('refuses %s', (_name, text) => {
    expect(() => decodeKubeconfig(Buffer.from(text), 'config')).toThrow(KubeconfigError);
  });
});

describe('writing', () => {
  test('gives back what was written, to the owner only', async () => {
    const config = kubeconfigFor({
      name: 'trestle',
      server: 'https://127.0.0.1:6443',
      authorities: 'PEM',
      namespace: 'n',
      user: { token: 't' },
    });
    const path = join(directory, 'deep', 'config');
    await writeKubeconfig(path, emptyKubeconfig);
    await writeKubeconfig(path, config);
    expect(await loadKubeconfig({ file: path })).toEqual(config);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await readdir(join(directory, 'deep'))).toEqual(['config']);
  });
});

function configOf(user: KubeconfigUser, cluster = {}): Kubeconfig {
  const config = kubeconfigFor({ name: 'x', server: 'https://host', user });
  return { ...config, clusters: [{ name: 'x', cluster: { server: 'https://host', ...cluster } }] };
}

const base64 = (text: string) => Buffer.from(text).toString('base64');

describe('a connection', () => {
  const authorizations: [string, KubeconfigUser, string | undefined][] = [
    ['nothing', {}, undefined],
    ['a token', { token: 't' }, 'Bearer t'],
    ['a user name and a password', { username: 'u', password: 'p' }, `Basic ${base64('u:p')}`],
    ['a token rather than a password', { token: 't', username: 'u' }, 'Bearer t'],
  ];
  test.each(authorizations)('is authorized by %s', async (_name, user, expected) => {
    const { credentials } = await connectionFrom(configOf(user));
    expect(await credentials?.authorization?.()).toBe(expected);
    expect(await credentials?.keyPair?.()).toBeUndefined();
  });

  test('is authorized by a token file rather than a token, read every minute', async () => {
    const tokenFile = await file('token', 'one\n');
    const clock = new ManualClock();
    const { credentials } = await connectionFrom(configOf({ token: 't', tokenFile }), { clock });
    expect(await credentials?.authorization?.()).toBe('Bearer one');
    await writeFile(tokenFile, 'two');
    expect(await credentials?.authorization?.()).toBe('Bearer one');
    await clock.advance(60_000);
    expect(await credentials?.authorization?.()).toBe('Bearer two');
    await rm(tokenFile);
    await clock.advance(60_000);
    expect(await credentials?.authorization?.()).toBe('Bearer two');
  });

  test('has a key pair of data and files, the same object until it changes', async () => {
    const keyFile = await file('key', 'KEY');
    const clock = new ManualClock();
    const user = { 'client-certificate-data': base64('CERT'), 'client-key': keyFile };
    const { credentials } = await connectionFrom(configOf(user), { clock });
    const pair = await credentials?.keyPair?.();
    expect(pair).toEqual({ certificate: 'CERT', key: 'KEY' });
    await clock.advance(60_000);
    expect(await credentials?.keyPair?.()).toBe(pair);
    await writeFile(keyFile, 'OTHER');
    await clock.advance(60_000);
    expect(await credentials?.keyPair?.()).toEqual({ certificate: 'CERT', key: 'OTHER' });
  });

  test('uses the certificate authorities in data rather than those in files', async () => {
    const cluster = {
      'certificate-authority': await file('ca', 'FILE'),
      'tls-server-name': 'name',
      'insecure-skip-tls-verify': true,
    };
    expect((await connectionFrom(configOf({}, cluster))).tls).toEqual({
      authorities: 'FILE',
      serverName: 'name',
      insecure: true,
    });
    const withData = { ...cluster, 'certificate-authority-data': base64('DATA') };
    expect((await connectionFrom(configOf({}, withData))).tls?.authorities).toBe('DATA');
  });

  test('impersonates', async () => {
    const user = { as: 'jane', 'as-groups': ['a', 'b'], 'as-uid': '7', 'as-user-extra': { 'x/y': ['1', '2'] } };
    expect((await connectionFrom(configOf(user))).headers).toEqual({
      'impersonate-user': 'jane',
      'impersonate-uid': '7',
      'impersonate-group': ['a', 'b'],
      'impersonate-extra-x%2fy': ['1', '2'],
    });
  });

  test.each<[string, Kubeconfig, string | undefined]>([
    ['no context', emptyKubeconfig, undefined],
    ['a context that is not there', configOf({}), 'other'],
    ['a cluster that is not there', { ...configOf({}), clusters: [] }, undefined],
    ['a user that is not there', { ...configOf({}), users: [] }, undefined],
    ['a proxy', configOf({}, { 'proxy-url': 'http://proxy' }), undefined],
    ['an auth provider', configOf({ 'auth-provider': {} }), undefined],
    ['a certificate without its key', configOf({ 'client-certificate-data': 'x' }), undefined],
    [
      'an old exec plugin',
      configOf({ exec: { apiVersion: 'client.authentication.k8s.io/v1alpha1', command: 'x' } }),
      undefined,
    ],
  ])('is refused with %s', async (_name, config, context) => {
    await expect(connectionFrom(config, { context })).rejects.toBeInstanceOf(KubeconfigError);
  });
});

describe('an exec plugin', () => {
  const apiVersion = 'client.authentication.k8s.io/v1';
  const script = (body: string, rest: Partial<ExecConfig> = {}): ExecConfig => ({
    apiVersion,
    command: process.execPath,
    args: ['-e', body],
    interactiveMode: 'Never',
    ...rest,
  });
  const respondWith = (status: object): string =>
    `console.log(JSON.stringify({ kind: 'ExecCredential', apiVersion: '${apiVersion}', status: ${JSON.stringify(status)} }))`;
  const credentialsOf = (exec: ExecConfig, clock = new ManualClock()) =>
    new ExecCredentials({ exec, cluster: { server: 'https://host' }, clock });

  test('gives a token or a key pair', async () => {
    const status = { token: 't', clientCertificateData: 'CERT', clientKeyData: 'KEY' };
    const credentials = credentialsOf(script(respondWith(status)));
    const [authorization, pair] = await Promise.all([credentials.authorization(), credentials.keyPair()]);
    expect([authorization, pair]).toEqual(['Bearer t', { certificate: 'CERT', key: 'KEY' }]);
  });

  test('receives the cluster that it is for', async () => {
    const body = `
      const { spec } = JSON.parse(process.env.KUBERNETES_EXEC_INFO);
      const token = [spec.interactive, spec.cluster.server, spec.cluster.config.audience, process.env.EXTRA].join();
      console.log(JSON.stringify({ kind: 'ExecCredential', apiVersion: '${apiVersion}', status: { token } }))`;
    const exec = script(body, { provideClusterInfo: true, env: [{ name: 'EXTRA', value: 'yes' }] });
    const extensions = [{ name: 'client.authentication.k8s.io/exec', extension: { audience: 'us' } }];
    const credentials = new ExecCredentials({ exec, cluster: { server: 'https://host', extensions } });
    expect(await credentials.authorization()).toBe('Bearer false,https://host,us,yes');
  });

  test('runs again when what it gave has expired or is refused', async () => {
    const clock = new ManualClock();
    const expirationTimestamp = new Date(clock.now() + 1000).toISOString();
    const body = `
      const fs = require('node:fs');
      fs.appendFileSync(${JSON.stringify(join(directory, 'runs'))}, '.');
      const token = String(fs.readFileSync(${JSON.stringify(join(directory, 'runs'))}).length);
      const status = { token, ...(token === '1' && { expirationTimestamp: '${expirationTimestamp}' }) };
      console.log(JSON.stringify({ kind: 'ExecCredential', apiVersion: '${apiVersion}', status }))`;
    const credentials = credentialsOf(script(body), clock);
    expect(await Promise.all([credentials.authorization(), credentials.authorization()])).toEqual([
      'Bearer 1',
      'Bearer 1',
    ]);
    await clock.advance(1000);
    expect([await credentials.authorization(), await credentials.authorization()]).toEqual(['Bearer 2', 'Bearer 2']);
    credentials.refused();
    expect(await credentials.authorization()).toBe('Bearer 3');
  });

  test.each<[string, ExecConfig, string]>([
    ['is not there', { ...script(''), command: './nowhere', installHint: 'Install it.' }, 'Install it.'],
    ['fails', script('process.exit(3)'), 'exit code 3'],
    ['writes no JSON', script('console.log("hello")'), 'did not return JSON'],
    ['writes something else', script('console.log("{}")'), 'did not return an ExecCredential'],
    ['gives nothing', script(respondWith({})), "didn't return a token or cert/key pair"],
    ['never ends its answer', script('for (;;) require("node:fs").writeSync(1, "x".repeat(65536))'), 'SIGTERM'],
  ])('that %s is an error', async (_name, exec, message) => {
    await expect(credentialsOf(exec).authorization()).rejects.toThrow(message);
  });

  test('that needs a terminal is refused', () => {
    expect(() => credentialsOf(script('', { interactiveMode: 'Always' }))).toThrow(KubeconfigError);
  });
});

describe('within a cluster', () => {
  const env = { KUBERNETES_SERVICE_HOST: 'fd00::1', KUBERNETES_SERVICE_PORT: '443' };

  test('the service account is used', async () => {
    await file('token', 'secret');
    await file('ca.crt', 'CA');
    await file('namespace', 'mine\n');
    const connection = await inClusterConnection({ env, directory });
    expect(connection).toMatchObject({
      server: 'https://[fd00::1]:443',
      tls: { authorities: 'CA' },
      namespace: 'mine',
    });
    expect(await connection.credentials?.authorization?.()).toBe('Bearer secret');
  });

  test('it is an error not to have one, or not to be there', async () => {
    await expect(inClusterConnection({ env, directory })).rejects.toThrow('ENOENT');
    await expect(inClusterConnection({ env: {}, directory })).rejects.toBeInstanceOf(KubeconfigError);
  });

  test('a kubeconfig goes first', async () => {
    const path = await file(
      'config',
      'clusters: [{ name: x, cluster: { server: "https://host" } }]\ncontexts: [{ name: x, context: { cluster: x } }]\ncurrent-context: x',
    );
    const connection = await defaultConnection({ env: { ...env, KUBECONFIG: path }, home: directory });
    expect([connection.server, connection.namespace]).toEqual(['https://host', 'default']);
    await expect(defaultConnection({ env: {}, home: directory })).rejects.toThrow('no context is chosen');
  });
});
