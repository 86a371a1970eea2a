import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { freePort } from '../../src/apimachinery/free-ports.test.support.js';
import { loadKubeconfig } from '../../src/client/kubeconfig/index.js';
import { call, ProgramProcess, temporaryDirectory, writeSigningKey } from './program.test.support.js';

/** The credentials of a kubeconfig, for `call`. */
async function adminOf(directory: string) {
  const { clusters, users } = await loadKubeconfig({ file: join(directory, '.trestle/admin.kubeconfig') });
  const decoded = (text: string | undefined) => Buffer.from(text!, 'base64');
  const user = users[0]!.user;
  return {
    server: clusters[0]!.cluster.server,
    tls: {
      ca: decoded(clusters[0]!.cluster['certificate-authority-data']),
      cert: decoded(user['client-certificate-data']),
      key: decoded(user['client-key-data']),
    },
  };
}

describe('trestle', () => {
  it('starts with nothing, and says what to type next', async () => {
    const directory = temporaryDirectory();
    const program = new ProgramProcess('main', ['--secure-port=0'], directory);
    const url = await program.readyUrl();
    const { server, tls } = await adminOf(directory);
    expect(server).toBe(url);
    expect(statSync(join(directory, '.trestle/admin.kubeconfig')).mode & 0o777).toBe(0o600);
    expect(statSync(join(directory, '.trestle/pki/ca.key')).mode & 0o777).toBe(0o600);

    expect(await call(`${url}/readyz`, tls)).toEqual({ status: 200, body: 'ok' });
    const { body: checks } = await call(`${url}/livez?verbose`, tls);
    expect(checks.split('\n').slice(0, 9)).toEqual([
      '[+]ping ok',
      '[+]log ok',
      '[+]loopback-serving-certificate ok',
      '[+]etcd ok',
      '[+]poststarthook/start-apiserver-admission-initializer ok',
      '[+]poststarthook/generic-apiserver-start-informers ok',
      '[+]poststarthook/priority-and-fairness-config-consumer ok',
      '[+]poststarthook/priority-and-fairness-filter ok',
      '[+]poststarthook/storage-object-count-tracker-hook ok',
    ]);
    expect((await call(`${url}/apis`, tls)).status).toBe(200);
    expect((await call(`${url}/healthz`)).status).toBe(200);
    const refused = await call(`${url}/apis`);
    expect([refused.status, JSON.parse(refused.body).message]).toEqual([
      403,
      'forbidden: User "system:anonymous" cannot get path "/apis"',
    ]);
    expect((await call(`${url}/healthz`, { token: 'nobody' })).status).toBe(401);

    const { code, stdout } = await program.end();
    expect(code).toBe(0);
    expect(stdout).toContain('export KUBECONFIG=.trestle/admin.kubeconfig');
  });

  it('uses its keys again at later starts', async () => {
    const directory = temporaryDirectory();
    const first = new ProgramProcess('main', ['--secure-port=0'], directory);
    await first.url();
    const { tls } = await adminOf(directory);
    await first.end();
    const second = new ProgramProcess('main', ['start', '--secure-port=0', '--data-dir=.trestle'], directory);
    expect((await call(`${await second.readyUrl()}/apis`, tls)).status).toBe(200);
    expect((await second.end('SIGINT')).code).toBe(0);
  });

  it('prints its kubeconfig, its version and its help', async () => {
    const directory = temporaryDirectory();
    const run = (...args: string[]) => new ProgramProcess('main', args, directory).ended();
    expect(await run('kubeconfig')).toMatchObject({ code: 1, stderr: expect.stringContaining('start a server first') });
    const server = new ProgramProcess('main', ['--secure-port=0'], directory);
    await server.url();
    const written = readFileSync(join(directory, '.trestle/admin.kubeconfig'), 'utf8');
    expect(await run('kubeconfig')).toEqual({ code: 0, stdout: written, stderr: '' });
    expect((await run('version')).stdout).toMatch(/^trestle \d+\.\d+\.\d+ \(Kubernetes v1\.36\.\d+\S*\)\n$/);
    expect((await run('--help')).stdout).toContain('trestle snapshot save FILE');
    expect(await run('strat')).toMatchObject({ code: 1, stderr: expect.stringContaining('unknown command "strat"') });
  });

  it('saves snapshots while it runs, and begins with them', async () => {
    const directory = temporaryDirectory();
    const run = (...args: string[]) => new ProgramProcess('main', args, directory).ended();
    const server = new ProgramProcess('main', ['--secure-port=0'], directory);
    await server.url();
    expect(await run('snapshot', 'save', 'one')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^saved one/),
    });
    expect(await run('snapshot', 'restore', 'one')).toMatchObject({ code: 1, stderr: expect.stringContaining('data') });
    expect(await run('snapshot', 'restore', 'one', '--data-dir=other')).toMatchObject({ code: 0 });
    expect(await run('snapshot', 'mend', 'one')).toMatchObject({ code: 1, stderr: expect.stringContaining('usage') });
    const other = new ProgramProcess('main', ['--secure-port=0', '--data-dir', 'other'], directory);
    expect((await call(`${await other.readyUrl()}/readyz`)).status).toBe(200);
  });

  it('says when its port or its data is in use', async () => {
    const directory = temporaryDirectory();
    const server = new ProgramProcess('main', ['--secure-port=0'], directory);
    const port = new URL(await server.url()).port;
    const second = new ProgramProcess('main', [`--secure-port=${port}`, '--data-dir=other'], directory);
    expect(await second.ended()).toMatchObject({
      code: 1,
      stderr: `trestle: port ${port} is in use: stop what listens there, or give another --secure-port\n`,
    });
    const third = new ProgramProcess('main', ['--secure-port=0'], directory);
    expect(await third.ended()).toMatchObject({ code: 1, stderr: expect.stringContaining('is in use by process') });
  });
});

describe('kube-apiserver', () => {
  it('reports all invalid flags before it starts', async () => {
    const { code, stderr } = await new ProgramProcess(
      'kube-apiserver',
      ['--secure-port=0', '--authorization-mode=RBAC,Rbac', '--max-requests-inflight=-1', '--debug-socket-path=x'],
      temporaryDirectory(),
    ).ended();
    expect(code).toBe(1);
    expect(stderr.trimEnd().split('\n')).toEqual([
      'kube-apiserver: --debug-socket-path is not supported: profile with node --cpu-prof or --inspect',
      'kube-apiserver: --max-requests-inflight can not be negative value',
      'kube-apiserver: --service-account-signing-key-file and --service-account-issuer are required flags',
      'kube-apiserver: authorization-mode "Rbac" is not a valid mode',
      'kube-apiserver: --secure-port 0 must be between 1 and 65535, inclusive. It cannot be turned off with 0',
    ]);
  });

  it('runs with the flags that its namesake runs with', async () => {
    const directory = temporaryDirectory();
    writeFileSync(
      join(directory, 'tokens.csv'),
      'admin-token,admin,admin,"system:masters"\nviewer-token,viewer,viewer\n',
    );
    writeSigningKey(directory);
    const port = await freePort();
    const program = new ProgramProcess(
      'kube-apiserver',
      [
        '--bind-address=127.0.0.1',
        `--secure-port=${port}`,
        '--data-dir=data',
        '--cert-dir=certs',
        '--token-auth-file=tokens.csv',
        '--authorization-mode=Node,RBAC',
        '--service-account-issuer=https://kubernetes.default.svc',
        '--service-account-signing-key-file=sa.key',
        '--service-account-key-file=sa.key',
        '--service-cluster-ip-range=10.0.0.0/24',
        '--endpoint-reconciler-type=none',
      ],
      directory,
    );
    const url = await program.readyUrl();
    const ca = readFileSync(join(directory, 'certs/apiserver.crt'));
    expect((await call(`${url}/metrics`, { token: 'admin-token', ca })).status).toBe(200);
    expect((await call(`${url}/metrics`, { token: 'viewer-token', ca })).status).toBe(403);
    expect((await call(`${url}/apis`, { token: 'viewer-token', ca })).status).toBe(200);
    expect((await call(`${url}/apis`, { token: 'other', ca })).status).toBe(401);
    expect((await program.end()).code).toBe(0);
  });
});
