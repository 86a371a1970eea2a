import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Aggregator, type AggregatorOptions } from '../../src/aggregator/index.js';
import type { JsonObject } from '../../src/apimachinery/meta/index.js';
import type { RestClient } from '../../src/client/rest/index.js';
import { builtInVersion } from '../../src/kube/types/index.js';
import {
  generateKeyPair,
  type Handler,
  type KeyPair,
  makeSelfSigned,
  privateKeyPem,
  SecureServer,
  type Subject,
  signCertificate,
} from '../../src/server/http/index.js';
import { Client, type ClientOptions } from '../../src/server/http/testing/client.js';
import {
  ApiServer,
  type Authenticator,
  defineGroup,
  type ResourceDefinition,
  SharedServer,
} from '../../src/server/index.js';
import { EmbeddedStorage } from '../../src/storage/embedded/index.js';

export const apiServices = { group: 'apiregistration.k8s.io', version: 'v1', resource: 'apiservices' };
const services = { group: '', version: 'v1', resource: 'services' };
const endpointSlices = { group: 'discovery.k8s.io', version: 'v1', resource: 'endpointslices' };

function plain(kind: string, plural: string, scope: 'Namespaced' | 'Cluster' = 'Namespaced'): ResourceDefinition {
  return { kind, plural, scope, versions: { v1: {} } };
}

/** As the program configures it. */
export const apiServiceType: AggregatorOptions['apiServiceType'] = (more) =>
  builtInVersion('apiregistration.k8s.io/v1', 'APIService', more);

/** The part of a cluster that an aggregator reads. */
const clusterGroups = [
  defineGroup({
    name: '',
    resources: [
      plain('Service', 'services'),
      plain('ConfigMap', 'configmaps'),
      plain('Namespace', 'namespaces', 'Cluster'),
    ],
  }),
  defineGroup({ name: 'apps', resources: [plain('Deployment', 'deployments')] }),
  defineGroup({ name: 'discovery.k8s.io', resources: [plain('EndpointSlice', 'endpointslices')] }),
  defineGroup({
    name: 'apiextensions.k8s.io',
    resources: [plain('CustomResourceDefinition', 'customresourcedefinitions', 'Cluster')],
  }),
];

/** Uses the token as the user name. */
const byToken: Authenticator = {
  async authenticate(request) {
    const name = request.header('authorization')?.replace('Bearer ', '') ?? 'nobody';
    return {
      name,
      uid: `uid of ${name}`,
      groups: ['readers', 'system:authenticated'],
      extra: { 'example.com/Some Key%': ['a', 'b'] },
    };
  },
};

const now = new Date();
const validity = { validFrom: new Date(now.getTime() - 3_600_000), validUntil: new Date(now.getTime() + 86_400_000) };

/** Signs client certificates. */
export class TestAuthority {
  readonly certificate: string;
  readonly #keys: KeyPair = generateKeyPair();
  readonly #subject: Subject = { commonName: 'proxies' };

  constructor() {
    const issuer = { subject: this.#subject, keys: this.#keys };
    this.certificate = signCertificate({
      ...validity,
      issuer,
      subject: this.#subject,
      publicKey: this.#keys.publicKey,
      use: 'authority',
    });
  }

  sign(commonName: string): { readonly certificate: string; readonly key: string } {
    const keys = generateKeyPair();
    const issuer = { subject: this.#subject, keys: this.#keys };
    const request = { ...validity, issuer, subject: { commonName }, publicKey: keys.publicKey, use: 'client' } as const;
    return { certificate: signCertificate(request), key: privateKeyPem(keys) };
  }
}

/** An extension server on loopback, with a certificate for the Service `extension` in `default`. */
export class Extension {
  readonly port: number;
  readonly #server: SecureServer;
  readonly #certificate: ReturnType<typeof makeSelfSigned>;

  private constructor(server: SecureServer, certificate: ReturnType<typeof makeSelfSigned>) {
    this.port = server.port;
    this.#server = server;
    this.#certificate = certificate;
  }

  static async start(handler: Handler, options: ExtensionOptions = {}): Promise<Extension> {
    const { port = 0, clientAuthority, name = 'extension.default.svc' } = options;
    const certificate = options.like?.#certificate ?? makeSelfSigned({ names: [name] });
    const tls = {
      certificate: { certificate: { pem: certificate.certificate }, key: { pem: certificate.key } },
      ...(clientAuthority && { clientAuthorities: [{ pem: clientAuthority }] }),
    };
    const server = await SecureServer.start({ handler, host: '127.0.0.1', port, tls });
    return new Extension(server, certificate);
  }

  get caBundle(): string {
    return Buffer.from(this.#certificate.certificate).toString('base64');
  }

  get openConnections(): number {
    return this.#server.openConnections;
  }

  close(): Promise<void> {
    return this.#server.close();
  }
}

export interface ExtensionOptions {
  readonly port?: number;
  readonly name?: string;
  readonly clientAuthority?: string;
  /** Uses the certificate of that server, like a restarted one. */
  readonly like?: Extension;
}

/** The documents that every server has, in addition to `handler`. */
export function extensionHandler(group: string, handler: Handler): Handler {
  const resources = [
    {
      name: 'things',
      singularName: 'thing',
      namespaced: true,
      kind: 'Thing',
      verbs: ['get', 'list'],
      shortNames: ['th'],
    },
    { name: 'things/status', singularName: '', namespaced: true, kind: 'Thing', verbs: ['get'] },
  ];
  return (request) => {
    if (request.path === `/apis/${group}/v1`) {
      return json({ kind: 'APIResourceList', apiVersion: 'v1', groupVersion: `${group}/v1`, resources });
    }
    return request.path.startsWith(`/apis/${group}/v1/`) ? handler(request) : { status: 404, headers: {} };
  };
}

export function json(value: object, status = 200) {
  return { status, headers: { 'content-type': 'application/json' }, body: Buffer.from(JSON.stringify(value)) };
}

/** An aggregator in front of a substitute for the rest of the chain, on loopback. */
export class Chain {
  readonly aggregator: Aggregator;
  readonly api: RestClient;
  readonly #storage: EmbeddedStorage;
  readonly #directory: string;
  readonly #clients: Client[] = [];
  readonly #inner: ApiServer;

  private constructor(servers: {
    aggregator: Aggregator;
    inner: ApiServer;
    storage: EmbeddedStorage;
    directory: string;
  }) {
    this.aggregator = servers.aggregator;
    this.api = servers.aggregator.shared.loopback.client;
    this.#inner = servers.inner;
    this.#storage = servers.storage;
    this.#directory = servers.directory;
  }

  static async start(
    options: Partial<AggregatorOptions> & { readonly storage?: EmbeddedStorage } = {},
  ): Promise<Chain> {
    const directory = mkdtempSync(join(tmpdir(), 'trestle-'));
    const storage = options.storage ?? (await EmbeddedStorage.open());
    const shared = new SharedServer({ onError: () => {} });
    const inner = new ApiServer({ storage, shared });
    for (const group of clusterGroups) inner.install(group);
    const aggregator = new Aggregator({
      authenticator: byToken,
      apiServiceType,
      ...options,
      storage,
      shared,
      delegate: inner,
    });
    await aggregator.start({ host: '127.0.0.1', port: 0, tls: { certDirectory: directory, names: ['localhost'] } });
    const chain = new Chain({ aggregator, inner, storage, directory });
    await chain.until(async () => (await chain.text('/readyz')) === 'ok');
    return chain;
  }

  async close({ keepStorage = false } = {}): Promise<void> {
    for (const client of this.#clients) client.close();
    await this.aggregator.close();
    await this.#inner.close();
    if (!keepStorage) await this.#storage.close();
    rmSync(this.#directory, { recursive: true });
  }

  client(protocol: ClientOptions['protocol'] = 'HTTP/1.1'): Client {
    const client = new Client({ protocol, port: this.aggregator.port });
    this.#clients.push(client);
    return client;
  }

  async text(path: string, headers?: Record<string, string>): Promise<string> {
    return (await this.#first().get(path, headers)).text;
  }

  async status(path: string): Promise<number> {
    return (await this.#first().get(path)).status;
  }

  async json(path: string, headers?: Record<string, string>) {
    return JSON.parse(await this.text(path, headers));
  }

  #first(): Client {
    return this.#clients[0] ?? this.client();
  }

  /** Polls until it returns true. */
  async until(isSo: () => Promise<boolean | undefined> | boolean | undefined): Promise<void> {
    const end = Date.now() + 30_000;
    while (!(await isSo())) {
      if (Date.now() > end) throw new Error(`it never came to be so: ${isSo}`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  /** Creates a Service that resolves to loopback. */
  async externalService(name = 'extension'): Promise<void> {
    const spec = { type: 'ExternalName', externalName: '127.0.0.1' };
    await this.api.resource(services, 'default').create({ metadata: { name }, spec });
  }

  async clusterService(name: string, spec: JsonObject): Promise<void> {
    await this.api.resource(services, 'default').create({ metadata: { name }, spec: { type: 'ClusterIP', ...spec } });
  }

  async endpointSlice(name: string, slice: JsonObject): Promise<void> {
    const metadata = { name: `${name}-1`, labels: { 'kubernetes.io/service-name': name } };
    await this.api.resource(endpointSlices, 'default').create({ metadata, ...slice });
  }

  async register(group: string, extension: Extension, more: JsonObject = {}): Promise<void> {
    const { caBundle, port } = extension;
    const service = { namespace: 'default', name: 'extension', port };
    const spec = { group, version: 'v1', groupPriorityMinimum: 1000, versionPriority: 10, caBundle, service, ...more };
    await this.api.resource(apiServices).create({ metadata: { name: `v1.${group}` }, spec });
  }

  /** `status/reason` of the Available condition. */
  async condition(group: string): Promise<string> {
    const { status, reason } = await this.available(group);
    return `${status}/${reason}`;
  }

  async available(group: string): Promise<Record<string, string>> {
    const found = await this.api.resource<JsonObject>(apiServices).get(`v1.${group}`);
    const { conditions = [] } = (found['status'] ?? {}) as { conditions?: Record<string, string>[] };
    return conditions[0] ?? {};
  }

  async becomes(group: string, condition: string): Promise<void> {
    await this.until(async () => (await this.condition(group)) === condition);
  }

  /** Registers the APIService, and waits until it is available. */
  async serves(group: string, extension: Extension, more: JsonObject = {}): Promise<void> {
    await this.register(group, extension, more);
    await this.becomes(group, 'True/Passed');
    await this.until(async () => (await this.status(`/apis/${group}/v1`)) === 200);
  }

  /** Writes these contents to files, for options. */
  files<Names extends string>(contents: Record<Names, string>): Record<Names, string> {
    const written = Object.entries<string>(contents).map(([name, text]) => {
      const file = join(this.#directory, name);
      writeFileSync(file, text);
      return [name, file];
    });
    return Object.fromEntries(written);
  }
}
