import { execFile, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ApiExtensionsServer } from '../../src/apiextensions/index.js';
import { kubeconfigFor } from '../../src/client/kubeconfig/index.js';
import { ApiServer, defineGroup, defineResource, SharedServer } from '../../src/server/index.js';
import { EmbeddedStorage } from '../../src/storage/embedded/index.js';

const isInstalled = spawnSync('kubectl', ['version', '--client']).status === 0;

let directory: string;
let extensions: ApiExtensionsServer;
let server: ApiServer;
let storage: EmbeddedStorage;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'trestle-'));
  storage = await EmbeddedStorage.open();
  const shared = new SharedServer();
  extensions = new ApiExtensionsServer({ storage, shared });
  server = new ApiServer({ storage, shared, delegate: extensions });
  const namespaces = defineResource({
    kind: 'Namespace',
    plural: 'namespaces',
    scope: 'Cluster',
    versions: { v1: {} },
  });
  server.install(defineGroup({ name: '', resources: [namespaces] }));
  const tls = { certDirectory: directory, names: ['localhost', '127.0.0.1'] } as const;
  await server.start({ host: '127.0.0.1', port: 0, tls });
  writeFileSync(join(directory, 'config'), kubeconfig());
});
afterAll(async () => {
  await server.close();
  await extensions.close();
  await storage.close();
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

const environment = () => ({ ...process.env, KUBECONFIG: join(directory, 'config'), HOME: directory });

/** Returns kubectl's output, of both streams. */
function kubectl(commandLine: string, input = ''): Promise<string> {
  return new Promise((resolve) => {
    const args = commandLine.split(' ').filter(Boolean);
    const child = execFile('kubectl', args, { env: environment() }, (_error, stdout, stderr) =>
      resolve(stdout + stderr),
    );
    child.stdin?.end(input);
  });
}

const crontabs = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: crontabs.simple.extension.io
spec:
  scope: Namespaced
  names:
    plural: crontabs
    singular: crontab
    kind: CronTab
    shortNames: [ct]
  group: simple.extension.io
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec:
              type: object
              properties:
                cronSpec: {type: string, description: When it runs.}
                image: {type: string}
                replicas: {type: integer}
`;

const cron = (image: string) => `
apiVersion: simple.extension.io/v1
kind: CronTab
metadata:
  name: test-cron
spec:
  cronSpec: "* * * * */5"
  image: ${image}
  replicas: 1
`;

describe.skipIf(!isInstalled && !process.env['CI'])(
  'a custom resource from its definition to its end, with kubectl',
  () => {
    test('the definition is applied, and is established at once', async () => {
      expect(await kubectl('get crontab')).toContain('the server doesn\'t have a resource type "crontab"');
      expect(await kubectl('apply -f -', crontabs)).toBe(
        'customresourcedefinition.apiextensions.k8s.io/crontabs.simple.extension.io created\n',
      );
      const wait = 'wait crd/crontabs.simple.extension.io --for=condition=Established --timeout=5s';
      expect(await kubectl(wait)).toContain('condition met');
      expect(await kubectl('apply -f -', crontabs)).toContain('unchanged');
      expect(await kubectl('get crd')).toMatch(/^crontabs\.simple\.extension\.io +\d{4}-/m);
    });

    test('kubectl finds it by its kind, and requests only /api, /apis and the list', async () => {
      const verbose = await kubectl('get CronTab -v 6');
      expect(verbose).toContain('No resources found in default namespace.');
      const paths = [...verbose.matchAll(/https:\/\/[^/]+(\/[^\s"?]*)/g)].map(([, path]) => path);
      const list = '/apis/simple.extension.io/v1/namespaces/default/crontabs';
      expect(paths.at(-1)).toBe(list);
      for (const path of paths) expect(['/api', '/apis', list]).toContain(path);
      expect(await kubectl('api-resources --api-group=simple.extension.io')).toMatch(
        /^crontabs +ct +simple\.extension\.io\/v1 +true +CronTab$/m,
      );
    });

    test('it is explained', async () => {
      const explained = await kubectl('explain crontabs.spec');
      expect(explained).toMatch(/GROUP: +simple\.extension\.io\nKIND: +CronTab\nVERSION: +v1\n/);
      expect(explained).toMatch(/^ {2}cronSpec\t<string>\n {4}When it runs\.$/m);
      expect(explained).toMatch(/^ {2}replicas\t<integer>$/m);
      expect(await kubectl('explain crontabs.metadata.name')).toMatch(/FIELD: name <string>/);
    });

    test('one is created, watched, changed and deleted', async () => {
      const watch = spawn('kubectl', ['get', 'ct', '--watch-only', '-o', 'jsonpath={.spec.image}{"\\n"}'], {
        env: environment(),
      });
      const lines = createInterface({ input: watch.stdout })[Symbol.asyncIterator]();
      expect(await kubectl('create -f -', cron('hello-world'))).toBe('crontab.simple.extension.io/test-cron created\n');
      await kubectl('create -f -', cron('hello-world').replace('test-cron', 'another'));
      expect((await lines.next()).value).toBe('hello-world');
      expect(await kubectl('apply -f -', cron('hello-again'))).toContain('test-cron configured');
      for (let line = ''; line !== 'hello-again'; ) line = (await lines.next()).value;
      watch.kill();
      expect(await kubectl('get ct')).toMatch(/^NAME +AGE\nanother +\d+s\ntest-cron +\d+s\n$/);
      expect(await kubectl('create -f -', cron('[1]'))).toMatch(/spec\.image: Invalid value: "array"/);
      expect(await kubectl('create -f -', cron('x\n  nope: 1'))).toContain('unknown field "spec.nope"');
      expect(await kubectl('delete ct another')).toContain('"another" deleted');
    });

    test('with the definition goes what it defined', async () => {
      expect(await kubectl('delete crd crontabs.simple.extension.io --timeout=10s')).toContain('deleted');
      expect(await kubectl('get ct')).toContain('the server could not find the requested resource');
      expect(await kubectl('api-resources')).not.toContain('crontabs');
      expect(await kubectl('get ct')).toContain('the server doesn\'t have a resource type "ct"');
      expect(await kubectl('get --raw /apis/simple.extension.io/v1/crontabs')).toContain('NotFound');
      expect(await kubectl('apply -f -', crontabs)).toContain('created');
      expect(await kubectl('wait crd crontabs.simple.extension.io --for=condition=Established')).toContain('met');
      expect(await kubectl('get ct')).toContain('No resources found');
    });
  },
);
