import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { RestClient } from '../../client/rest/index.js';
import { type AdmissionPlugin, type AdmissionRequest, forbiddenBy } from '../admission/index.js';
import { inject } from '../http/index.js';
import { wardle } from '../sample-server.test.support.js';
import { RecommendedOptions } from './index.js';

class Refuse implements AdmissionPlugin {
  readonly name = 'Refuse';
  readonly operations = ['CREATE'] as const;
  reason = '';

  validate(request: AdmissionRequest): void {
    throw forbiddenBy(request, this.reason);
  }

  validateInitialization(): void {
    if (this.reason === '') throw new Error('missing a reason');
  }
}

const settings = {
  name: 'wardle-server',
  component: 'wardle',
  etcdPrefix: '/registry/wardle.example.com',
  openApi: { title: 'Wardle', version: '0.1' },
  gates: { FlunderTypes: { stages: ['1.36 alpha off'] } },
  admissionPlugins: [{ name: 'Refuse', isDefault: false, create: () => new Refuse() }],
  flags: { 'flunder-limit': { type: 'int', default: 3, help: 'A number' } },
} as const;

const optionsFor = (...args: string[]) => new RecommendedOptions(settings).read(args);

describe('recommended options', () => {
  it('report all problems together', () => {
    const options = optionsFor(
      '--etcd-certfile=cert.pem',
      '--audit-log-path=-',
      '--audit-log-format=xml',
      '--tls-cert-file=cert.pem',
      '--enable-admission-plugins=Refuse,Nothing',
      '--disable-admission-plugins=Refuse',
      '--feature-gates=Nothing=true',
      '--secure-port=70000',
      '--logging-format=xml',
      '--request-timeout=-1s',
    );
    expect(options.validate()).toEqual([
      'unrecognized feature gate: Nothing',
      '--request-timeout can not be negative value',
      'enable-admission-plugins plugin "Nothing" is unknown',
      '--logging-format "xml": permitted formats are json, text',
      '--tls-cert-file and --tls-private-key-file go together',
      '--secure-port 70000 must be between 0 and 65535, inclusive',
      '--etcd-certfile and --etcd-keyfile go together',
      expect.stringMatching(/^no cluster to delegate .* --insecure-allow-all$/),
      '[Refuse] in enable-admission-plugins and disable-admission-plugins overlapped',
      'invalid audit log format xml, allowed formats are "legacy,json"',
    ]);
  });

  it.each<[string, string[], string[]]>([
    ['refuse to be open without a flag', [], [expect.stringContaining('no cluster')]],
    ['are open on request', ['--insecure-allow-all'], []],
    ['delegate to the cluster of a kubeconfig', ['--kubeconfig=k'], []],
    ['delegate to two clusters', ['--authentication-kubeconfig=k', '--authorization-kubeconfig=l'], []],
    ['do not authenticate alone', ['--authentication-kubeconfig=k'], [expect.stringContaining('no cluster')]],
    [
      'are not open and delegate',
      ['--insecure-allow-all', '--kubeconfig=k'],
      ['--insecure-allow-all excludes --kubeconfig'],
    ],
    ['refuse what is no flag', ['--nothing'], ['unknown flag: --nothing']],
  ])('%s', (_name, args, problems) => {
    expect(optionsFor(...args).validate()).toEqual(problems);
  });

  it('delegate to the cluster of their pod', () => {
    vi.stubEnv('KUBERNETES_SERVICE_HOST', '10.0.0.1');
    vi.stubEnv('KUBERNETES_SERVICE_PORT', '443');
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(optionsFor().validate()).toEqual([]);
  });

  it('have defaults, which complete and the command line change', () => {
    const options = optionsFor('--flunder-limit=5');
    expect(options.values['etcd-prefix']).toBe('/registry/wardle.example.com');
    options.complete({ 'flunder-limit': 7, 'bind-address': '127.0.0.1' });
    expect([options.values['flunder-limit'], options.values['bind-address']]).toEqual([5, '127.0.0.1']);
    expect(options.usage).toContain('(default "/registry/wardle.example.com")');
    expect(options.usage).toContain('FlunderTypes=true|false (ALPHA - default=false)');
    expect(options.usage).toContain('--flunder-limit int');
  });

  it.each([
    [['--insecure-allow-all'], '127.0.0.1'],
    [['--insecure-allow-all', '--bind-address=192.0.2.7'], '192.0.2.7'],
    [['--kubeconfig=k'], '0.0.0.0'],
  ])('with %s listen on %s', (args, address) => {
    expect(optionsFor(...args).values['bind-address']).toBe(address);
  });
});

describe('a server that is made from them', () => {
  let directory: string;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'options-'));
  });
  afterAll(() => rm(directory, { recursive: true }));

  const inMemory = () => ['--insecure-allow-all', '--in-memory', '--secure-port=0', `--cert-dir=${directory}`];

  it('serves, admits, and publishes its title', async () => {
    const options = optionsFor(
      ...inMemory(),
      '--enable-admission-plugins=Refuse',
      '--feature-gates=wardle:FlunderTypes=true',
    );
    expect(options.validate()).toEqual([]);
    const config = await options.config();
    const giveReason = (plugin: AdmissionPlugin): void => {
      if (plugin instanceof Refuse) plugin.reason = 'not today';
    };
    const server = config.createServer({ admissionInitializers: [giveReason] });
    server.install(wardle);
    await server.start(config.listen);
    expect(server.features.isEnabled('FlunderTypes')).toBe(true);
    const client = new RestClient({
      transport: { send: (sent) => inject(server.handle, sent), close: async () => undefined },
    });
    await expect(
      client.resource({ group: 'wardle.example.com', version: 'v1', resource: 'fischers' }).create({
        apiVersion: 'wardle.example.com/v1',
        kind: 'Fischer',
        metadata: { name: 'a' },
      }),
    ).rejects.toThrow('not today');
    const document = await client.object({ method: 'GET', target: '/openapi/v2' });
    expect(document['info']).toEqual({ title: 'Wardle', version: '0.1' });
    await server.close();
    await config.close();
  });

  it('audits, and limits requests by priority and fairness', async () => {
    const [policy, log] = [join(directory, 'policy.json'), join(directory, 'audit.log')];
    await writeFile(policy, '{"apiVersion":"audit.k8s.io/v1","kind":"Policy","rules":[{"level":"Metadata"}]}');
    const config = await optionsFor(...inMemory(), `--audit-policy-file=${policy}`, `--audit-log-path=${log}`).config();
    const server = config.createServer();
    server.install(wardle);
    server.prepare();
    await inject(server.handle, { target: '/apis/wardle.example.com/v1/fischers' });
    const dispatched = 'apiserver_flowcontrol_dispatched_requests_total{flow_schema="';
    expect([...config.shared.metrics.chunks()].join('')).toContain(dispatched);
    await server.close();
    await config.close();
    expect(JSON.parse((await readFile(log, 'utf8')).split('\n')[0]!)).toMatchObject({
      level: 'Metadata',
      verb: 'list',
    });
  });

  it('is not made if a plug-in is not initialized, or a file is missing', async () => {
    const uninitialized = await optionsFor(...inMemory(), '--enable-admission-plugins=Refuse').config();
    expect(() => uninitialized.createServer()).toThrow('missing a reason');
    await uninitialized.close();
    const config = optionsFor('--in-memory', '--kubeconfig=/nothing', `--cert-dir=${directory}`).config();
    await expect(config).rejects.toThrow(/^--kubeconfig: ENOENT/);
  });
});
