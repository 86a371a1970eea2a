import { compositeKey } from '../apimachinery/meta/index.js';
import { completeConfig } from '../app/complete-config.js';
import type { ServerConfig } from '../app/config/index.js';
import { credentialFiles } from '../app/credentials/index.js';
import type { PemSource } from '../server/http/index.js';
import { CacheRegistry, type CacheStates, statesWithout } from '../storage/cacher/index.js';
import type { StorageImage } from '../storage/embedded/index.js';
import { readBootstrapImage, renewed, serverPrefixes, withoutServer } from './bootstrap-image.js';
import { changesThatMatter, controllersNeededFor } from './controller-need.js';
import { type PemPair, TestCredentials } from './test-credentials.js';

/** Post-start hooks that only create objects which an image of a ready server has. */
export const bootstrapHooks: readonly string[] = [
  'rbac/bootstrap-roles',
  'scheduling/bootstrap-system-priority-classes',
];

const namespaces = '/namespaces/';
const setups = new Map<string, ServerSetup>();
/** Does not exist: what a server would read there, and what it stores, is in memory. */
const directory = '/in-memory';
const files = credentialFiles(directory);

/**
 * What the servers of a process with the same flags share: their configuration, their credentials, and the objects that
 * each of them has when it is ready. All of it is prepared for the first one.
 */
export class ServerSetup {
  readonly credentials: TestCredentials;
  readonly config: ServerConfig;
  #image: StorageImage | undefined;
  #cacheStates: CacheStates = new Map();
  #hasContent = false;
  /** Those that have something to do when a server starts. Those of the build have done it. */
  #neededControllers: readonly string[] = [];
  readonly #isAggregated: boolean;

  static for(flags: readonly string[]): ServerSetup {
    const key = compositeKey(...flags);
    const known = setups.get(key);
    if (known) return known;
    const setup = new ServerSetup(flags);
    setups.set(key, setup);
    return setup;
  }

  private constructor(flags: readonly string[]) {
    let credentials: TestCredentials | undefined;
    const args = [`--data-dir=${directory}`, '--in-memory', '--secure-port=0', ...flags];
    const { config } = completeConfig(args, {
      provideCredentials: (_directory, names) => {
        credentials = new TestCredentials(names);
      },
    });
    this.credentials = credentials!;
    const lifecycle = { ...config.lifecycle, quietMilliseconds: 0 };
    this.config = { ...withCredentials(config, this.credentials), lifecycle };
    if (flags.length === 0) this.#image = readBootstrapImage({ rootCertificates: this.credentials.authority });
    this.#isAggregated = this.#image !== undefined;
    if (!this.#image) this.#neededControllers = [...changesThatMatter.keys()];
  }

  /** The initial content of another server. No image: it has to create everything. */
  newContent(): { readonly image: StorageImage | undefined; readonly caches: CacheRegistry } {
    if (!this.#image) return { image: undefined, caches: new CacheRegistry() };
    // The uid of a namespace identifies a cluster.
    const put = this.#image.entries(namespaces).map(({ key, value }) => {
      return { key, value: Buffer.from(renewed(value.toString())) };
    });
    const image = this.#image.with({ put });
    const changed = [namespaces, ...serverPrefixes];
    return { image, caches: new CacheRegistry(statesWithout(this.#cacheStates, changed, image.revision)) };
  }

  /** Keeps the content of the first server that has become ready, and of its caches, for later ones. */
  keepContent(content: () => { readonly image: StorageImage; readonly caches: CacheRegistry }): void {
    const { directory, etcd, encryptionFile } = this.config.storage;
    if (this.#hasContent || directory || etcd || encryptionFile) return;
    this.#hasContent = true;
    const { image, caches } = content();
    this.#image = withoutServer(image);
    this.#cacheStates = caches.statesAt(image.revision);
    this.#neededControllers = controllersNeededFor(this.#image, { isAggregated: this.#isAggregated });
  }

  /** Whether stored objects can be searched for texts. */
  get storesPlainJson(): boolean {
    const { directory, etcd, encryptionFile, mediaType } = this.config.storage;
    return !directory && !etcd && !encryptionFile && mediaType === undefined;
  }

  /** The controllers that have something to do for the objects that every server has, of `changesThatMatter`. */
  get neededControllers(): readonly string[] {
    return this.#neededControllers;
  }
}

/** Certificates and keys of ours come from memory: they are neither read nor watched. */
function withCredentials(config: ServerConfig, credentials: TestCredentials): ServerConfig {
  const { serving, authentication, serviceAccounts, aggregator, controllers } = config;
  const { authority, authorityKey, frontProxyAuthority, server, serviceAccountKey, frontProxyClient } = credentials;
  const own = new Map<string, PemSource>([
    [files.server.certificateFile, { pem: server.certificate }],
    [files.server.keyFile, { pem: server.key }],
    [files.authority.certificateFile, { pem: authority }],
    [files.authority.keyFile, { pem: authorityKey }],
    [files.frontProxyAuthority.certificateFile, { pem: frontProxyAuthority }],
    [files.serviceAccountKeyFile, { pem: serviceAccountKey }],
  ]);
  const inMemory = (source: PemSource): PemSource => ('file' in source && own.get(source.file)) || source;
  const { certificate, tls } = serving;
  const { clientAuthorities, requestHeader } = authentication;
  const { proxyClient } = aggregator;
  const { rootCertificates, signing } = controllers;
  const pair =
    'certDirectory' in certificate
      ? certificate
      : { certificate: inMemory(certificate.certificate), key: inMemory(certificate.key) };
  const isOwn = 'certificate' in pair && 'pem' in pair.certificate && 'pem' in pair.key;
  const tlsAuthorities = tls.clientAuthorities?.map(inMemory);
  const hasOwnProxy = proxyClient && 'keyFile' in proxyClient && proxyClient.keyFile === files.frontProxyClient.keyFile;
  return {
    ...config,
    serving: {
      ...serving,
      certificate: pair,
      tls: {
        ...{ ...tls, clientAuthorities: tlsAuthorities },
        isLazy: isOwn && tlsAuthorities?.every((source) => 'pem' in source) === true,
      },
    },
    authentication: {
      ...authentication,
      ...(clientAuthorities && { clientAuthorities: inMemory(clientAuthorities) }),
      ...(requestHeader && { requestHeader: { ...requestHeader, authorities: inMemory(requestHeader.authorities) } }),
    },
    serviceAccounts: { ...serviceAccounts, signingKey: inMemory(serviceAccounts.signingKey) },
    controllers: {
      ...controllers,
      ...(rootCertificates && { rootCertificates: inMemory(rootCertificates) }),
      ...(signing && {
        signing: { ...signing, certificate: inMemory(signing.certificate), key: inMemory(signing.key) },
      }),
    },
    aggregator: { ...aggregator, ...(hasOwnProxy && { proxyClient: buffersOf(frontProxyClient) }) },
  };
}

function buffersOf({ certificate, key }: PemPair): { certificate: Buffer; key: Buffer } {
  return { certificate: Buffer.from(certificate), key: Buffer.from(key) };
}
