import { describe, expect, it } from 'vitest';
import { parseGroupResource } from '../../apimachinery/meta/index.js';
import { parseFlags } from '../../server/flags/index.js';
import { kubeApiServerFlags, serverConfig, validateFlags } from './index.js';

const required = ['--service-account-issuer=https://a', '--service-account-signing-key-file=sa.key'];

function flags(...args: string[]) {
  const { values, errors } = parseFlags(kubeApiServerFlags, [...required, ...args]);
  expect(errors).toEqual([]);
  return values;
}

describe('flags of the audit log and its webhook', () => {
  const log = '--audit-log-path=-';
  const webhook = '--audit-webhook-config-file=x';

  it.each<[string[], string[]]>([
    [[log, webhook], []],
    [['--audit-log-mode=later', '--audit-webhook-mode=later'], []],
    [
      [log, '--audit-log-mode=later'],
      ['invalid audit log mode later, allowed modes are "batch,blocking,blocking-strict"'],
    ],
    [
      [webhook, '--audit-webhook-mode='],
      ['invalid audit webhook mode , allowed modes are "batch,blocking,blocking-strict"'],
    ],
    [[log, '--audit-log-batch-buffer-size=0', '--audit-log-batch-max-size=-1'], []],
    [
      [log, '--audit-log-mode=batch', '--audit-log-batch-buffer-size=0'],
      ['invalid audit batch log buffer size 0, must be a positive number'],
    ],
    [
      [webhook, '--audit-webhook-batch-max-size=-1'],
      ['invalid audit batch webhook max batch size -1, must be a positive number'],
    ],
    [
      [webhook, '--audit-webhook-batch-throttle-qps=0'],
      ['invalid audit batch webhook throttle QPS 0, must be a positive number'],
    ],
    [
      [webhook, '--audit-webhook-batch-throttle-burst=0'],
      ['invalid audit batch webhook throttle burst 0, must be a positive number'],
    ],
    [[webhook, '--audit-webhook-batch-throttle-enable=false', '--audit-webhook-batch-throttle-qps=0'], []],
    [
      [log, '--audit-log-truncate-max-event-size=0'],
      ['invalid audit truncate log max event size 0, must be a positive number'],
    ],
    [
      [webhook, '--audit-webhook-truncate-max-batch-size=5'],
      ['invalid audit truncate webhook max batch size 5, must be greater than max event size (102400)'],
    ],
    [[log, '--audit-log-version=audit.k8s.io/v2'], ['invalid group version, allowed versions are ["audit.k8s.io/v1"]']],
    [[log, '--audit-log-format=xml'], ['invalid audit log format xml, allowed formats are "legacy,json"']],
    [
      [log, '--audit-log-maxage=-1', '--audit-log-maxbackup=-2', '--audit-log-maxsize=-3'],
      [
        "--audit-log-maxage -1 can't be a negative number",
        "--audit-log-maxbackup -2 can't be a negative number",
        "--audit-log-maxsize -3 can't be a negative number",
      ],
    ],
  ])('%j', (given, problems) => expect(validateFlags(flags(...given))).toEqual(problems));

  it('become what is done with events', () => {
    const config = (...args: string[]) =>
      serverConfig(flags(...args), new Set(args.map((arg) => arg.slice(2).split('=')[0]!)));
    expect(config().audit).toMatchObject({ log: undefined, webhook: undefined });
    expect(config(log).audit.log).toEqual({
      mode: 'blocking',
      batch: { bufferSize: 10_000, maxBatchSize: 1, maxBatchWaitMilliseconds: 0, throttle: undefined },
      truncate: undefined,
      path: '-',
      format: 'json',
      maxSizeMegabytes: 100,
      maxBackups: 100,
      maxAgeDays: 366,
      compress: false,
    });
    expect(config(webhook).audit.webhook).toEqual({
      mode: 'batch',
      batch: {
        bufferSize: 10_000,
        maxBatchSize: 400,
        maxBatchWaitMilliseconds: 30_000,
        throttle: { perSecond: 10, burst: 15 },
      },
      truncate: undefined,
      kubeconfigFile: 'x',
      initialBackoffMilliseconds: 10_000,
    });
    expect(config(webhook, '--audit-webhook-batch-initial-backoff=1s').audit.webhook).toMatchObject({
      initialBackoffMilliseconds: 1000,
    });
    expect(config(log, '--audit-log-truncate-enabled', '--audit-log-mode=blocking-strict').audit.log).toMatchObject({
      mode: 'blocking-strict',
      truncate: { maxEventSize: 102_400, maxBatchSize: 10_485_760 },
    });
  });
});

describe('flags', () => {
  it('of a server that works are fine', () => {
    expect(validateFlags(flags())).toEqual([]);
    expect(validateFlags(parseFlags(kubeApiServerFlags, []).values)).toEqual([
      '--service-account-signing-key-file and --service-account-issuer are required flags',
    ]);
  });

  it.each([
    ['--goaway-chance=0.5', '--goaway-chance can not be less than 0 or greater than 0.02'],
    ['--request-timeout=-1s', '--request-timeout can not be negative value'],
    ['--tls-cert-file=a', '--tls-cert-file and --tls-private-key-file go together'],
    ['--proxy-client-key-file=a', '--proxy-client-cert-file and --proxy-client-key-file go together'],
    ['--etcd-keyfile=a', '--etcd-certfile and --etcd-keyfile go together'],
    [
      '--strict-transport-security-directives=max-age=1,oops',
      '--strict-transport-security-directives invalid, allowed values: max-age=expireTime, includeSubDomains, preload',
    ],
    [
      '--cors-allowed-origins=//example.com$,example.com',
      '--cors-allowed-origins has an invalid regular expression: regular expression does not pin to start/end of host in the origin header',
    ],
    [
      '--storage-backend=etcd2',
      "--storage-backend invalid, allowed values: etcd3. If not specified, it will default to 'etcd3'",
    ],
    [
      '--storage-media-type=text/plain',
      '--storage-media-type "text/plain" invalid, allowed values: application/json, application/vnd.kubernetes.protobuf, application/yaml',
    ],
    [
      '--encryption-provider-config-automatic-reload',
      '--encryption-provider-config-automatic-reload must be set with --encryption-provider-config',
    ],
    ['--service-account-issuer=https://a', 'service-account-issuer "https://a" is already specified'],
    ['--service-account-issuer=', 'service-account-issuer should not be an empty string'],
    ['--service-account-issuer=:x', `service-account-issuer ":x" contained a ':' but was not a valid URL`],
    [
      '--service-account-max-token-expiration=30m',
      'the service-account-max-token-expiration must be between 1 hour and 2^32 seconds',
    ],
    ['--requestheader-client-ca-file=a', '--requestheader-client-ca-file needs --requestheader-username-headers'],
    [
      '--oidc-client-id=me',
      'oidc-issuer-url and oidc-client-id must be specified together when any oidc-* flags are set',
    ],
    ['--authorization-mode=Nobody', 'authorization-mode "Nobody" is not a valid mode'],
    ['--authorization-mode=Webhook', "authorization-mode Webhook's authorization config file not passed"],
    ['--authorization-mode=ABAC', "authorization-mode ABAC's authorization policy file not passed"],
    ['--authorization-policy-file=a', 'cannot specify --authorization-policy-file without mode ABAC'],
    [
      '--authorization-webhook-config-file=a',
      'cannot specify --authorization-webhook-config-file without mode Webhook',
    ],
    [
      '--authentication-token-webhook-version=v2',
      'unsupported authentication webhook version "v2", supported versions are "v1", "v1beta1"',
    ],
    ['--enable-admission-plugins=PodSecurity,Nobody', 'enable-admission-plugins plugin "Nobody" is unknown'],
    ['--disable-admission-plugins=nobody', 'disable-admission-plugins plugin "nobody" is unknown'],
    ['--admission-control=Nobody', 'admission-control plugin "Nobody" is unknown'],
    ['--authorization-mode=RBAC,RBAC', 'authorization-mode ["RBAC" "RBAC"] has mode specified more than once'],
    ['--service-cluster-ip-range=here', '--service-cluster-ip-range must contain at least one valid cidr'],
    ['--service-cluster-ip-range=10.0.0.0/40', '--service-cluster-ip-range must contain at least one valid cidr'],
    [
      '--service-cluster-ip-range=10.0.0.0/8',
      'specified --service-cluster-ip-range is too large; for 32-bit addresses, the mask must be >= 12',
    ],
    [
      '--service-cluster-ip-range=10.0.0.0/24,10.1.0.0/24',
      '--service-cluster-ip-range[0] and --service-cluster-ip-range[1] must be of different IP family',
    ],
    ['--service-node-port-range=many', '--service-node-port-range "many" is not a range of ports'],
    ['--runtime-config=api/beta=maybe', 'invalid value api/beta=maybe'],
    ['--runtime-config=api/all=false', 'invalid runtime-config with only api/all=false'],
    ['--logging-format=xml', '--logging-format "xml": permitted formats are json, text'],
    ['--endpoint-reconciler-type=some', '--endpoint-reconciler-type must be one of lease, master-count, none'],
  ])('%s is refused', (flag, problem) => {
    expect(validateFlags(flags(flag), new Set([flag.slice(2).split('=')[0]!]))).toEqual([problem]);
  });

  it('of admission must not contradict each other', () => {
    const enabled = '--enable-admission-plugins=PodSecurity,AlwaysDeny,LimitRanger';
    expect(validateFlags(flags(enabled, '--disable-admission-plugins=PodSecurity,LimitRanger'))).toEqual([
      '[LimitRanger PodSecurity] in enable-admission-plugins and disable-admission-plugins overlapped',
    ]);
    expect(validateFlags(flags('--admission-control=LimitRanger', enabled))).toEqual([
      'admission-control and enable-admission-plugins/disable-admission-plugins flags are mutually exclusive',
    ]);
  });
});

describe('the configuration of a server', () => {
  it('stores in a directory unless etcd is named', () => {
    expect(serverConfig(flags('--data-dir=data')).storage).toMatchObject({ etcd: undefined, directory: 'data/store' });
    const given = new Set(['storage-media-type']);
    expect(serverConfig(flags(), given).storage.mediaType).toBe('application/vnd.kubernetes.protobuf');
    expect(serverConfig(flags()).storage.mediaType).toBeUndefined();
    expect(serverConfig(flags('--storage-media-type=application/json'), given).storage.mediaType).toBeUndefined();
    const { storage } = serverConfig(
      flags('--etcd-servers=http://a:1,http://b:2', '--etcd-cafile=ca', '--etcd-certfile=c', '--etcd-keyfile=k'),
    );
    expect(storage.etcd).toEqual({
      endpoints: ['http://a:1', 'http://b:2'],
      prefix: '/registry',
      caFile: 'ca',
      certFile: 'c',
      keyFile: 'k',
    });
  });

  it.each([
    ['is what the engine has by default', [], undefined],
    ['is what is given', ['--history-max-bytes=1000'], 1000],
    ['is none where it is 0', ['--history-max-bytes=0'], Number.POSITIVE_INFINITY],
    ['is none where nothing is compacted', ['--etcd-compaction-interval=0'], Number.POSITIVE_INFINITY],
    ['counts all the same where it is given', ['--etcd-compaction-interval=0', '--history-max-bytes=1000'], 1000],
  ])('the limit of what history takes up %s', (_name, args, expected) => {
    const given = new Set(args.map((flag) => flag.slice(2, flag.indexOf('='))));
    expect(serverConfig(flags(...args), given).storage.historyBytes).toBe(expected);
  });

  it('has certificates for server names, and requests client certificates', () => {
    const { serving } = serverConfig(
      flags(
        '--bind-address=127.0.0.1',
        '--tls-sni-cert-key=a.crt,a.key:*.example.com,example.com',
        '--tls-sni-cert-key=b.crt,b.key',
        '--client-ca-file=ca',
        '--requestheader-client-ca-file=proxy-ca',
        '--service-cluster-ip-range=10.96.0.0/16',
      ),
    );
    expect(serving.tls.sniCertificates).toEqual([
      { certificate: { file: 'a.crt' }, key: { file: 'a.key' }, names: ['*.example.com', 'example.com'] },
      { certificate: { file: 'b.crt' }, key: { file: 'b.key' } },
    ]);
    expect(serving.tls.clientAuthorities).toEqual([{ file: 'ca' }, { file: 'proxy-ca' }]);
    expect(serving.certificate).toEqual({ certDirectory: '/var/run/kubernetes' });
    expect(serving.names).toEqual(expect.arrayContaining(['127.0.0.1', 'kubernetes.default.svc', '10.96.0.1']));
  });

  it('uses the address by which clients reach it', () => {
    const bound = serverConfig(flags('--bind-address=192.0.2.7'));
    expect([bound.advertiseAddress, bound.externalHost]).toEqual(['192.0.2.7', '192.0.2.7']);
    const config = serverConfig(flags('--advertise-address=192.0.2.8', '--external-hostname=api.example.com'));
    expect([config.advertiseAddress, config.externalHost]).toEqual(['192.0.2.8', 'api.example.com']);
  });
});

describe('--runtime-config', () => {
  const served = (config: string, versioned: string, byDefinition = true) => {
    const { isServed } = serverConfig(flags(`--runtime-config=${config}`)).kube;
    const [group = '', version = '', resource = 'things'] = versioned.split('/');
    return isServed?.({ group, version, resource }, byDefinition) ?? byDefinition;
  };

  it.each<[string, string, boolean, boolean]>([
    ['', 'apps/v1', true, true],
    ['apps/v1=false', 'apps/v1', true, false],
    ['apps/v1=false', 'batch/v1', true, true],
    ['v1=false', '/v1', true, false],
    ['api/v1=false', '/v1', true, false],
    ['api/beta', 'batch/v1beta1', false, true],
    ['api/beta=true', 'batch/v1alpha1', false, false],
    ['api/all=false,batch/v1=true', 'batch/v1', true, true],
    ['api/all=false,batch/v1=true', 'apps/v1', true, false],
    ['api/all=true,api/alpha=false', 'batch/v1alpha1', true, false],
    ['batch/v1=false,batch/v1/jobs=true', 'batch/v1/jobs', true, true],
    ['batch/v1=false,batch/v1/jobs=true', 'batch/v1/cronjobs', true, false],
  ])('%s: whether %s is served, which by itself would be %s: %s', (config, versioned, byDefinition, expected) => {
    expect(served(config, versioned, byDefinition)).toBe(expected);
  });
});

describe('feature gates and the emulated version', () => {
  const onlyOne = 'set kube feature gates with default empty prefix or kube: prefix consistently, do not mix use';
  const isSame = 'cannot be set to true if the emulation version is the same as the binary version';

  it.each<[string[], string[]]>([
    [['--feature-gates=kube:OpenAPIEnums=false,kube:AllAlpha=true'], []],
    [['--feature-gates='], []],
    [['--feature-gates=Foo=true', '--goaway-chance=1'], ['unrecognized feature gate: Foo']],
    [['--feature-gates=Foo'], ['missing bool value for Foo']],
    [['--feature-gates=OpenAPIEnums=true', '--feature-gates=kube:KMSv1=true'], [onlyOne]],
    [['--feature-gates=wardle:OpenAPIEnums=true'], ['component not registered: wardle']],
    [
      ['--feature-gates=GangScheduling=true'],
      ['GangScheduling is enabled, but depends on features that are disabled: [GenericWorkload]'],
    ],
    [
      ['--feature-gates=AtomicFIFO=true', '--emulated-version=1.33'],
      [
        'cannot set feature gate AtomicFIFO to true, feature is PreAlpha at emulated version 1.33, min compatibility version 1.33',
      ],
    ],
    [
      ['--emulated-version=1.31', '--request-timeout=-1s'],
      [
        'emulation version 1.31 is not between [1.33, 1.36.0]',
        'minCompatibilityVersion version 1.33 is not between [1.33, 1.31]',
        '--request-timeout can not be negative value',
      ],
    ],
    [['--emulated-version=kube=1.35.2'], ['patch version not allowed, got: kube=1.35.2']],
    [['--emulated-version=x'], ['could not parse "x" as version']],
    [['--emulated-version=foo=1.35'], ['component not registered: foo']],
    [['--emulated-version=1.35,kube=1.34'], ['duplicate version flag, kube=1.35 and kube=1.34']],
    [['--min-compatibility-version=1.36'], []],
    [['--min-compatibility-version=1'], ['illegal version string "1"']],
    [
      ['--emulation-forward-compatible', '--runtime-config-emulation-forward-compatible'],
      [
        `ServerRunOptions.EmulationForwardCompatible ${isSame}`,
        `ServerRunOptions.RuntimeConfigEmulationForwardCompatible ${isSame}`,
      ],
    ],
    [['--emulation-forward-compatible', '--emulated-version=1.35'], []],
    [['--logging-format=json'], []],
    [
      ['--logging-format=json', '--feature-gates=LoggingBetaOptions=false'],
      ['format: Forbidden: Log format json is disabled, see LoggingBetaOptions feature'],
    ],
    [
      ['--log-text-split-stream', '--log-json-info-buffer-size=5'],
      [
        'options.text.splitStream: Forbidden: Feature LoggingAlphaOptions is disabled',
        'options.json.infoBufferSize: Forbidden: Feature LoggingAlphaOptions is disabled',
      ],
    ],
    [['--log-text-split-stream', '--log-text-info-buffer-size=1Mi', '--feature-gates=LoggingAlphaOptions=true'], []],
    [['--peer-ca-file=ca.crt', '--peer-advertise-port=1'], []],
    [
      ['--peer-ca-file=ca.crt', '--peer-advertise-port=1', '--feature-gates=UnknownVersionInteroperabilityProxy=false'],
      [
        '--peer-ca-file requires UnknownVersionInteroperabilityProxy feature to be turned on',
        '--peer-advertise-port requires UnknownVersionInteroperabilityProxy feature to be turned on',
      ],
    ],
  ])('%j: %j', (args, problems) => expect(validateFlags(flags(...args))).toEqual(problems));

  it('are part of the configuration', () => {
    const { features, version } = serverConfig(flags('--emulated-version=1.34', '--feature-gates=OpenAPIEnums=0'));
    expect(version).toEqual({
      binary: { major: 1, minor: 36 },
      emulation: expect.objectContaining({ major: 1, minor: 34 }),
      minCompatibility: { major: 1, minor: 33 },
    });
    expect(features.isEnabled('OpenAPIEnums')).toBe(false);
    expect(features.isEnabled('ComponentFlagz')).toBe(false);
  });
});

describe('flags of the watch cache', () => {
  it.each<[string[], string[]]>([
    [['--watch-cache-sizes=pods#1'], []],
    [
      ['--watch-cache-sizes=pods,nodes#-1,secrets#a'],
      [
        'invalid value of watch cache size: pods',
        'watch cache size cannot be negative: nodes#-1',
        'invalid size of watch cache size: secrets#a',
      ],
    ],
  ])('%j', (given, problems) => expect(validateFlags(flags(...given))).toEqual(problems));

  it.each([
    [[], { pods: true, events: false, 'deployments.apps': true }],
    [['--watch-cache=false'], { pods: false, events: false, 'deployments.apps': false }],
    [
      ['--watch-cache-sizes=deployments.apps#0,events#1', '--watch-cache-sizes=pods#10'],
      { pods: true, events: true, 'events.events.k8s.io': false, 'deployments.apps': false, deployments: true },
    ],
  ])('%j', (given, expected) => {
    const { hasWatchCache } = serverConfig(flags(...given)).storage;
    const names = Object.keys(expected);
    expect(Object.fromEntries(names.map((name) => [name, hasWatchCache(parseGroupResource(name))]))).toEqual(expected);
  });
});

describe('flags of metrics', () => {
  it.each<[string[], string[]]>([
    [['--allow-metric-labels=apiserver_request_total,verb=GET,LIST', '--disabled-metrics=a,b:c'], []],
    [
      ['--allow-metric-labels=a=b'],
      [
        'metrics.allowListMapping: Invalid value: map[string]string{"a":"b"}: must have keys with format `metricName,labelName` where metricName matches "[a-zA-Z_:][a-zA-Z0-9_:]*" and labelName matches "[a-zA-Z_][a-zA-Z0-9_]*"',
      ],
    ],
    [
      ['--show-hidden-metrics-for-version=1.30'],
      [
        'metrics.showHiddenMetricsForVersion: Invalid value: "1.30": must be omitted or have the value \'1.35\'; only the previous minor version is allowed',
      ],
    ],
    [
      ['--disabled-metrics=a,b-c'],
      [
        'metrics.disabledMetrics: Invalid value: []string{"a", "b-c"}: must be fully qualified metric names matching "^[a-zA-Z_:][a-zA-Z0-9_:]*$", got "b-c"',
      ],
    ],
  ])('%j', (given, problems) => expect(validateFlags(flags(...given))).toEqual(problems));

  it('become what is exposed', () => {
    const given = ['--allow-metric-labels="m,a=1,2","m,b=3"', '--allow-metric-labels=n,a=4,5', '--disabled-metrics=x'];
    expect(serverConfig(flags(...given)).metrics).toEqual({
      disabled: new Set(['x']),
      allowedValues: new Map([
        [
          'm',
          new Map([
            ['a', new Set(['1', '2'])],
            ['b', new Set(['3'])],
          ]),
        ],
        ['n', new Map([['a', new Set(['4', '5'])]])],
      ]),
    });
  });
});

describe('flags of leader election', () => {
  it.each<[string[], string[]]>([
    [[], []],
    [
      ['--leader-elect-lease-duration=5s'],
      ['--leader-elect-lease-duration must be greater than --leader-elect-renew-deadline'],
    ],
    [
      ['--leader-elect-renew-deadline=2s'],
      ['--leader-elect-renew-deadline must be greater than 1.2 times --leader-elect-retry-period'],
    ],
    [['--leader-elect=false', '--leader-elect-lease-duration=5s'], []],
  ])('%j', (given, problems) => expect(validateFlags(flags(...given))).toEqual(problems));

  it('become the settings of an election', () => {
    expect(serverConfig(flags('--leader-elect=false')).controllers.election).toBeUndefined();
    expect(serverConfig(flags('--leader-elect-resource-name=a')).controllers.election).toEqual({
      name: 'a',
      namespace: 'kube-system',
      leaseDurationMilliseconds: 15_000,
      renewDeadlineMilliseconds: 10_000,
      retryMilliseconds: 2000,
    });
  });
});

describe('etcd servers of certain resources', () => {
  const main = '--etcd-servers=http://a:2379';
  const invalid =
    '--etcd-servers-overrides invalid, must be of format: group/resource#servers, where servers are URLs, semicolon separated';
  it.each<[string[], string[]]>([
    [[main, '--etcd-servers-overrides=/events#http://b:2379;http://c:2379,apps/deployments#http://d:2379'], []],
    [[main, '--etcd-servers-overrides=events#http://b:2379'], [invalid]],
    [[main, '--etcd-servers-overrides=/events'], [invalid]],
    [[main, '--etcd-servers-overrides=/events#http://b:2379;'], [invalid]],
    [
      ['--etcd-servers-overrides=/events#http://b:2379'],
      ['--etcd-servers-overrides needs --etcd-servers: the embedded store has all resources'],
    ],
  ])('%j', (given, problems) => expect(validateFlags(flags(...given))).toEqual(problems));

  it('have the prefix and the certificates of the others', () => {
    const given = [
      main,
      '--etcd-prefix=/p',
      '--etcd-cafile=ca',
      '--etcd-servers-overrides=/events#http://b:1;http://c:1',
    ];
    expect(serverConfig(flags(...given)).storage.etcdOverrides).toEqual([
      {
        resource: { group: '', resource: 'events' },
        etcd: { endpoints: ['http://b:1', 'http://c:1'], prefix: '/p', caFile: 'ca' },
      },
    ]);
  });
});
