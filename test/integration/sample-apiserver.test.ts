import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { EtcdStorage } from '../../src/storage/etcd/index.js';
import { etcdIsInstalled, TestEtcd } from '../../src/storage/etcd/testing/index.js';
import { ProgramProcess, temporaryDirectory } from './program.test.support.js';
import { Kubectl, SampleCluster, sample, startSample } from './sample-apiserver.test.support.js';

const standAlone = ['--insecure-allow-all', '--secure-port=0', '--data-dir=data', '--cert-dir=data'];

const flunder = (name: string, spec: object, version = 'v1alpha1') =>
  JSON.stringify({ apiVersion: `wardle.example.com/${version}`, kind: 'Flunder', metadata: { name }, spec });

test('the sample does not start without a cluster, unless a flag says so', async () => {
  const { code, stderr } = await startSample(['--secure-port=0'], temporaryDirectory()).ended();
  expect(code).toBe(1);
  expect(stderr).toMatch(/^wardle-server: no cluster to delegate .*--insecure-allow-all\n$/);
});

test('its help lists the flags of all parts', async () => {
  const { code, stdout } = await startSample(['--help'], temporaryDirectory()).ended();
  expect(code).toBe(0);
  const flags = ['secure-port', 'etcd-servers', 'etcd-compaction-interval', 'kubeconfig', 'authentication-kubeconfig'];
  flags.push('authorization-kubeconfig', 'cert-dir', 'tls-cert-file', 'audit-policy-file', 'feature-gates', 'data-dir');
  flags.push(
    'enable-priority-and-fairness',
    'insecure-allow-all',
    'enable-admission-plugins',
    'logging-format',
    'help',
  );
  for (const flag of flags) expect(stdout).toMatch(new RegExp(`--${flag}( |$)`, 'm'));
  expect(stdout).toContain('(default "/registry/wardle.example.com")');
});

test('alone, it has both versions, columns, validation and admission, and stops on a signal', async () => {
  const directory = temporaryDirectory();
  const server = startSample(standAlone, directory);
  await server.readyUrl();
  const kubectl = new Kubectl(join(directory, 'data/wardle-server.kubeconfig'));
  expect(await kubectl.run('create -f flunders/01-flunder.yaml')).toBe(
    'flunder.wardle.example.com/my-first-flunder created',
  );
  await kubectl.run('create -f -', flunder('second', { reference: 'my-first-flunder' }));
  const rows = (await kubectl.run('get fl')).split('\n').map((line) => line.split(/ {2,}/));
  expect(rows[0]).toEqual(['NAME', 'REFERENCE', 'AGE']);
  expect(rows[2]).toEqual(['second', 'Flunder/my-first-flunder', expect.stringMatching(/^\d+s$/)]);
  expect(await kubectl.run('get flunders.v1beta1.wardle.example.com second -o jsonpath={.spec}')).toBe(
    '{"flunderReference":"my-first-flunder","referenceType":"Flunder"}',
  );
  const both = await kubectl.try(
    'create -f -',
    flunder('both', { flunderReference: 'a', fischerReference: 'b' }, 'v1beta1'),
  );
  expect(both.stderr).toContain(
    'spec.fischerReference: Invalid value: "b": cannot be set with flunderReference at the same time',
  );
  const fischer = { apiVersion: 'wardle.example.com/v1alpha1', kind: 'Fischer', metadata: { name: 'f' } };
  await kubectl.run('create -f -', JSON.stringify({ ...fischer, disallowedFlunders: ['banned'] }));
  const banned = await kubectl.try('create -f -', flunder('banned', {}));
  expect(banned.stderr).toContain(
    'flunders.wardle.example.com "banned" is forbidden: this name may not be used, please change the resource name',
  );
  expect(await kubectl.run('get --raw /readyz?verbose')).toContain('[+]poststarthook/start-sample-server-informers ok');
  const { info } = JSON.parse(await kubectl.run('get --raw /openapi/v2'));
  expect(info).toEqual({ title: 'Wardle', version: '0.1' });
  expect((await server.end()).code).toBe(0);
});

describe.skipIf(!etcdIsInstalled())('with etcd', () => {
  let etcd: TestEtcd;
  beforeAll(async () => {
    etcd = await TestEtcd.start();
  });
  afterAll(() => etcd?.stop());

  /** As Go's sample-apiserver stores it. */
  const stored =
    '{"kind":"Flunder","apiVersion":"wardle.example.com/v1alpha1","metadata":{"name":"old","namespace":"default",' +
    '"uid":"f61b5eac-0931-40c8-b69b-bd3e0753b43f","creationTimestamp":"2026-01-02T03:04:05Z","managedFields":[{"manager":' +
    '"kubectl-create","operation":"Update","apiVersion":"wardle.example.com/v1beta1","time":"2026-01-02T03:04:05Z",' +
    '"fieldsType":"FieldsV1","fieldsV1":{"f:spec":{"f:fischerReference":{},"f:referenceType":{}}}}]},' +
    '"spec":{"reference":"jim","referenceType":"Fischer"},"status":{}}\n';

  test("it reads what Go's sample has stored, and stores the same", async () => {
    const storage = await EtcdStorage.open({
      endpoints: [etcd.endpoint],
      prefix: '/registry/wardle.example.com/wardle.example.com/flunders/default',
    });
    onTestFinished(() => storage.close());
    await storage.commit([{ type: 'put', key: '/old', value: Buffer.from(stored) }]);
    const directory = temporaryDirectory();
    const server = startSample([...standAlone, `--etcd-servers=${etcd.endpoint}`], directory);
    await server.readyUrl();
    const kubectl = new Kubectl(join(directory, 'data/wardle-server.kubeconfig'));
    expect(await kubectl.run('get flunder old -o jsonpath={.apiVersion}{.spec}')).toBe(
      'wardle.example.com/v1beta1{"fischerReference":"jim","referenceType":"Fischer"}',
    );
    await kubectl.run('create -f -', flunder('new', { fischerReference: 'jim', referenceType: 'Fischer' }, 'v1beta1'));
    const { entry } = await storage.get('/new');
    const { apiVersion, kind, spec, status } = JSON.parse(String(entry?.value));
    const { metadata: _, ...before } = JSON.parse(stored);
    expect({ kind, apiVersion, spec, status }).toEqual(before);
    expect((await server.end()).code).toBe(0);
  });
});

test('behind the main server, the commands of the article work, and its controller survives both servers', async () => {
  const directory = temporaryDirectory();
  const cluster = await SampleCluster.start(directory);
  const { kubectl } = cluster;
  await kubectl.run('create -f flunders/01-flunder.yaml');
  expect(await kubectl.run('get flunder my-first-flunder -o name')).toBe('flunder.wardle.example.com/my-first-flunder');
  const missing = await kubectl.try('create -n missing -f -', flunder('a', {}));
  expect(missing.stderr).toContain('namespaces "missing" not found');
  expect(await kubectl.run('auth can-i list flunders --as=someone').catch(() => 'no')).toBe('no');
  expect((await kubectl.try('get flunders --as=someone')).stderr).toContain(
    'User "someone" cannot list resource "flunders" in API group "wardle.example.com"',
  );

  const controllerFlags = [`--kubeconfig=${cluster.adminKubeconfig}`, '--leader-elect-lease-duration=3'];
  const controller = new ProgramProcess(new URL('dist/controller/main.js', sample), controllerFlags, directory);
  const label = (name: string) => `get flunder ${name} -o jsonpath={.metadata.labels.wardle\\.example\\.com/resolved}`;
  await kubectl.run('create -f -', flunder('one', { reference: 'two' }));
  await kubectl.until(label('one'), 'false');
  await kubectl.run('create -f -', flunder('two', { reference: 'my-first-flunder' }));
  await kubectl.until(label('one'), 'true');

  await cluster.sample.end('SIGKILL');
  await cluster.startSample();
  await kubectl.run('wait --for=condition=Available apiservice/v1alpha1.wardle.example.com --timeout=30s');
  await kubectl.until('delete flunder two --ignore-not-found -o name', '');
  await kubectl.until(label('one'), 'false');

  await cluster.main.end('SIGKILL');
  await cluster.startMain();
  await kubectl.run('wait --for=condition=Available apiservice/v1alpha1.wardle.example.com --timeout=30s');
  await kubectl.run('create -f -', flunder('two', { reference: 'my-first-flunder' }));
  await kubectl.until(label('one'), 'true');
  expect((await controller.end()).code).toBe(0);
}, 120_000);
