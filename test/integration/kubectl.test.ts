import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { kubeconfigFor } from '../../src/client/kubeconfig/index.js';
import { ApiServer } from '../../src/server/api-server.js';
import { wardle } from '../../src/server/sample-server.test.support.js';
import { EmbeddedStorage } from '../../src/storage/embedded/index.js';

const isInstalled = spawnSync('kubectl', ['version', '--client']).status === 0;
const version = { major: '1', minor: '36', gitVersion: 'v1.36.4', gitCommit: '', gitTreeState: 'clean' };
const build = { buildDate: '', goVersion: '', compiler: '', platform: 'linux/amd64' };

let directory: string;
let server: ApiServer;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'trestle-'));
  server = new ApiServer({ storage: await EmbeddedStorage.open(), version: { ...version, ...build } });
  server.install(wardle);
  await server.start({
    host: '127.0.0.1',
    port: 0,
    tls: { certDirectory: directory, names: ['localhost', '127.0.0.1'] },
  });
  writeFileSync(join(directory, 'config'), kubeconfig());
});
afterAll(async () => {
  await server.close();
  rmSync(directory, { recursive: true });
});

function kubeconfig(): string {
  const authorities = readFileSync(join(directory, 'apiserver.crt'), 'utf8');
  const address = `https://127.0.0.1:${server.port}`;
  const config = kubeconfigFor({
    name: 'trestle',
    server: address,
    authorities,
    namespace: 'default',
    user: { token: 'any' },
  });
  return JSON.stringify(config);
}

/** Returns kubectl's output, of both streams. */
function kubectl(commandLine: string, input = ''): Promise<string> {
  const env = { ...process.env, KUBECONFIG: join(directory, 'config'), HOME: directory };
  return new Promise((resolve) => {
    const child = execFile('kubectl', commandLine.split(' ').filter(Boolean), { env }, (_error, stdout, stderr) =>
      resolve(stdout + stderr),
    );
    child.stdin?.end(input);
  });
}

function manifest(spec: string): string {
  return `apiVersion: wardle.example.com/v1\nkind: Flunder\nmetadata:\n  name: web\n  labels: {app: web}\nspec: ${spec}\n`;
}

describe.skipIf(!isInstalled && !process.env['CI'])('kubectl', () => {
  test('finds out what there is', async () => {
    expect(await kubectl('version')).toContain('Server Version: v1.36.4');
    const resources = await kubectl('api-resources');
    expect(resources).toMatch(/^flunders +fl +wardle\.example\.com\/v1 +true +Flunder$/m);
    expect(resources).toMatch(/^fischers +wardle\.example\.com\/v1 +false +Fischer$/m);
    expect(await kubectl('api-versions')).toContain('wardle.example.com/v1alpha1');
    expect(await kubectl('get --raw /readyz')).toBe('ok');
  });

  test('creates, shows, changes, waits for and deletes an object', async () => {
    expect(await kubectl('get flunders')).toContain('No resources found in default namespace.');
    expect(await kubectl('create -f -', manifest('{reference: r}'))).toBe('flunder.wardle.example.com/web created\n');
    expect(await kubectl('create -f -', manifest('{}'))).toContain('Error from server (AlreadyExists)');
    expect(await kubectl('get fl')).toMatch(/^NAME +CREATED AT\nweb +\d{4}-/);
    expect(await kubectl('get fl web -o jsonpath={.spec}')).toBe('{"reference":"r","size":1}');
    expect(await kubectl('get flunders.v1alpha1.wardle.example.com web -o jsonpath={.reference}')).toBe('r');
    expect(await kubectl('patch fl web --type=merge -p {"spec":{"size":5}}')).toContain('web patched');
    expect(await kubectl('patch fl web --type=json -p [{"op":"test","path":"/spec/size","value":4}]')).toContain(
      'is invalid',
    );
    expect(await kubectl('label fl web tier=front')).toContain('web labeled');
    expect(await kubectl('annotate fl web note=hello')).toContain('web annotated');
    expect(await kubectl('get fl -l tier=front,app=web -o name')).toBe('flunder.wardle.example.com/web\n');
    expect(await kubectl('get fl --field-selector spec.reference=other -o name')).toBe('');
    expect(await kubectl('wait fl/web --for=jsonpath={.spec.size}=5 --timeout=5s')).toContain('condition met');
    expect(await kubectl('describe fl web')).toMatch(/Kind: +Flunder/);
    expect(await kubectl('delete fl web')).toContain('"web" deleted');
    expect(await kubectl('get fl web')).toBe(
      'Error from server (NotFound): flunders.wardle.example.com "web" not found\n',
    );
  });

  test('applies, on the client and on the server, and reports conflicts', async () => {
    const apply = (flags: string, spec: string) => kubectl(`apply ${flags} -f -`, manifest(spec));
    expect(await apply('', '{reference: one}')).toBe('flunder.wardle.example.com/web created\n');
    expect(await apply('', '{reference: one}')).toBe('flunder.wardle.example.com/web unchanged\n');
    expect(await apply('', '{reference: two}')).toBe('flunder.wardle.example.com/web configured\n');
    expect(await apply('--server-side --field-manager=other', '{reference: three}')).toContain(
      'conflict with "kubectl-client-side-apply"',
    );
    expect(await apply('--server-side --field-manager=other --force-conflicts', '{reference: three}')).toContain(
      'serverside-applied',
    );
    expect(await kubectl('get fl web -o jsonpath={.spec.reference}')).toBe('three');
    expect(await kubectl('delete flunders --all')).toContain('"web" deleted');
  });

  test('explains fields, and refuses those that it does not know', async () => {
    const explained = await kubectl('explain flunders.spec');
    expect(explained).toMatch(/GROUP: +wardle\.example\.com\nKIND: +Flunder\nVERSION: +v1\n/);
    expect(explained).toMatch(/^ {2}reference\t<string>$/m);
    expect(await kubectl('explain flunders.spec.ports --recursive')).toMatch(/name\t<string> -required-/);
    expect(await kubectl('create -f -', manifest('{nope: 1}'))).toContain('unknown field "spec.nope"');
  });

  test('edits', async () => {
    await kubectl('create -f -', manifest('{reference: before}'));
    process.env['KUBE_EDITOR'] = 'sed -i s/before/after/';
    expect(await kubectl('edit fl web')).toContain('web edited');
    expect(await kubectl('get fl web -o jsonpath={.spec.reference}')).toBe('after');
    await kubectl('delete fl web');
  });

  test('watches what it deletes until it is gone', async () => {
    await kubectl('create -f -', manifest('{reference: r}'));
    await kubectl('patch fl web --type=merge -p {"metadata":{"finalizers":["example.com/hold"]}}');
    const deleting = kubectl('delete fl web --timeout=20s');
    expect(await kubectl('patch fl web --type=merge -p {"metadata":{"finalizers":null}}')).toContain('web');
    expect(await deleting).toContain('"web" deleted');
    expect(await kubectl('get fl -o name')).toBe('');
  });
});
