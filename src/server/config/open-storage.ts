import { statSync } from 'node:fs';
import { join } from 'node:path';
import { every, systemClock } from '../../apimachinery/clock/index.js';
import type { Dial } from '../../apimachinery/dial/index.js';
import { compositeKey } from '../../apimachinery/meta/index.js';
import { type EmbeddedOptions, EmbeddedStorage, type StorageImage } from '../../storage/embedded/index.js';
import type { KeySource } from '../../storage/encryption/index.js';
import type { EtcdOptions, EtcdStorage } from '../../storage/etcd/index.js';
import type { Storage } from '../../storage/index.js';
import type { FeatureGates } from '../feature-gates/index.js';
import { asUsageError } from '../flags/index.js';
import type { HealthCheck } from '../health/index.js';
import {
  collectEtcd,
  encryptionMetrics,
  type MetricsRegistry,
  observeEncryption,
  storageMetrics,
} from '../metrics/index.js';
import { ReloadMetrics } from '../reloading/index.js';
import { ensureDirectory } from './ensure-directory.js';
import { OverriddenStorage } from './overridden-storage.js';
import type { StorageConfig } from './storage-config.js';
import { waitForEtcd } from './wait-for-etcd.js';

/** The configured storage; closing it closes everything that belongs to it. */
export interface OpenStorage {
  readonly storage: Storage;
  /** The health checks of further etcds and of KMS providers. */
  readonly checks?: readonly HealthCheck[];
  close(): Promise<void>;
}

type OpenStorageConfig = StorageConfig & {
  /** Initial content of a storage in memory. */
  readonly image?: StorageImage | undefined;
};
type OnError = (error: unknown) => void;

/** Opens an engine in place of the embedded one, such as a replica of it. */
export type OpenEngine = (config: OpenStorageConfig, onError: OnError) => Promise<OpenStorage>;

export interface StorageDependencies {
  readonly metrics: MetricsRegistry;
  /** Identifies this server among those that share a storage. */
  readonly serverId: string;
  readonly onError: OnError;
  readonly openEngine?: OpenEngine | undefined;
  /** Opens sockets to etcd. Unset: directly. */
  readonly dial?: Dial | undefined;
  /** Decides whether key services may speak KMS v1. */
  readonly features: FeatureGates;
}

/** The longest delay of a timer, for history that is never compacted. */
const never = 2 ** 31 - 1;

/**
 * Opens etcd if configured, otherwise the embedded engine; with encryption if configured. Modules that are not needed
 * are not loaded.
 */
export async function openStorage(config: OpenStorageConfig, dependencies: StorageDependencies): Promise<OpenStorage> {
  const { onError, openEngine = openEmbedded } = dependencies;
  const engine = config.etcd ? await openEtcds(config, dependencies) : await openEngine(config, onError);
  if (!config.etcd && config.directory) followSize(dependencies.metrics, join(config.directory, 'data.mdb'));
  if (config.encryptionFile === undefined) return engine;
  try {
    return await encrypted(engine, { ...config, ...dependencies, path: config.encryptionFile });
  } catch (error) {
    await engine.close();
    throw error;
  }
}

async function openEmbedded(config: OpenStorageConfig, onError: OnError): Promise<OpenStorage> {
  const storage = await EmbeddedStorage.open(embeddedOptions(config, onError));
  return { storage, close: () => storage.close() };
}

export function embeddedOptions(config: OpenStorageConfig, onError: OnError): EmbeddedOptions {
  const { directory, compactionMilliseconds, historyBytes, image } = config;
  if (directory) ensureDirectory('--data-dir', directory);
  return {
    historyMilliseconds: compactionMilliseconds || never,
    onRepair: (message) => onError(new Error(message)),
    ...(directory && { directory }),
    ...(image && { image }),
    ...(historyBytes !== undefined && { historyBytes }),
  };
}

type OpenEtcd = OpenStorage & { readonly storage: EtcdStorage };

/** The etcd of most resources, and those of some. Overrides with the same servers share one. */
async function openEtcds(config: OpenStorageConfig, dependencies: StorageDependencies): Promise<OpenStorage> {
  const opened: OpenEtcd[] = [];
  const close = async (): Promise<void> => {
    for (const one of opened.toReversed()) await one.close();
  };
  const open = async (etcd: EtcdOptions): Promise<EtcdStorage> => {
    const cluster = `etcd-${opened.length}`;
    opened.push(
      await openEtcd(
        { ...etcd, dial: dependencies.dial },
        { ...config, cluster, onError: dependencies.onError, metrics: dependencies.metrics },
      ),
    );
    return opened.at(-1)!.storage;
  };
  try {
    const main = await open(config.etcd!);
    const others = new Map<string, EtcdStorage>();
    for (const { etcd } of config.etcdOverrides) {
      const servers = compositeKey(...etcd.endpoints);
      if (!others.has(servers)) others.set(servers, await open(etcd));
    }
    collectEtcd(
      dependencies.metrics,
      opened.map(({ storage }) => storage),
    );
    if (others.size === 0) return opened[0]!;
    const overrides = config.etcdOverrides.map(({ resource, etcd }) => {
      return { resource, storage: others.get(compositeKey(...etcd.endpoints))! };
    });
    const checks = [...others.values()].map((storage, index) => ({
      name: `etcd-override-${index}`,
      check: () => storage.health(),
    }));
    return { storage: new OverriddenStorage(main, overrides), checks, close };
  } catch (error) {
    await close();
    throw error;
  }
}

interface EtcdEnvironment {
  readonly compactionMilliseconds: number;
  readonly sizePollMilliseconds: number;
  readonly metrics: MetricsRegistry;
  /** Its name in metrics. */
  readonly cluster: string;
  readonly onError: OnError;
}

async function openEtcd(etcd: EtcdOptions, environment: EtcdEnvironment): Promise<OpenEtcd> {
  const { compactionMilliseconds, sizePollMilliseconds, metrics, cluster, onError } = environment;
  const { EtcdCompactor, EtcdStorage } = await import('../../storage/etcd/index.js');
  const storage = await EtcdStorage.open(etcd);
  await waitForEtcd(storage, { endpoints: etcd.endpoints.join(', ') }).catch(async (error) => {
    await storage.close();
    throw error;
  });
  const compactor = new EtcdCompactor({ store: storage, intervalMilliseconds: compactionMilliseconds, onError });
  if (compactionMilliseconds > 0) compactor.start();
  const stopPolling = pollSize({ metrics, cluster }, storage, sizePollMilliseconds);
  return {
    storage,
    async close() {
      stopPolling();
      await compactor.close();
      await storage.close();
    },
  };
}

/** Returns a function that ends the polling. */
function pollSize(
  { metrics, cluster }: { metrics: MetricsRegistry; cluster: string },
  storage: { size(): Promise<number> },
  milliseconds: number,
): () => void {
  const gauge = metrics.gauge(storageMetrics.size);
  const read = (): void => {
    storage.size().then(
      (bytes) => gauge.with({ storage_cluster_id: cluster }).set(bytes),
      () => gauge.remove({ storage_cluster_id: cluster }),
    );
  };
  if (milliseconds === 0) return () => {};
  read();
  return every(systemClock, milliseconds, read);
}

/** The size of the file is read when metrics are scraped. */
function followSize(metrics: MetricsRegistry, file: string): void {
  metrics.onScrape(() => {
    const size = statSync(file, { throwIfNoEntry: false })?.size;
    if (size !== undefined) metrics.gauge(storageMetrics.size).with({ storage_cluster_id: 'embedded' }).set(size);
  });
}

interface Encryption extends StorageDependencies {
  readonly path: string;
  readonly reloadEncryption: boolean;
  readonly keyPrefix: string;
}

async function encrypted(engine: OpenStorage, options: Encryption): Promise<OpenStorage> {
  const { EncryptedResources, EncryptionConfigurationFile, RememberedHealth } = await import(
    '../../storage/encryption/index.js'
  );
  const healthOf: HealthOf = (source) => new RememberedHealth(source);
  const { path, reloadEncryption, keyPrefix, features, onError } = options;
  const reloads = new ReloadMetrics({ ...options, declarations: encryptionMetrics });
  const started = EncryptionConfigurationFile.start({
    path,
    mayUseKmsV1: features.isEnabled('KMSv1'),
    observer: observeEncryption(options.metrics, options.serverId),
    onError: (error) => {
      reloads.failed();
      onError(error);
    },
    onReload: () => reloads.succeeded(`sha256:${file.hash}`),
    ...(!reloadEncryption && { pollMilliseconds: 0 }),
  });
  const file = await asUsageError('--encryption-provider-config', started);
  if (reloadEncryption) reloads.show(`sha256:${file.hash}`);
  return {
    storage: new EncryptedResources({ storage: engine.storage, transformers: file.transformers, keyPrefix }),
    checks: [...(engine.checks ?? []), ...keyChecks(file, { reloadEncryption, healthOf })],
    async close() {
      await file.close();
      await engine.close();
    },
  };
}

type KeyHealth = Pick<KeySource, 'check'>;
type HealthOf = (source: KeySource) => KeyHealth;

/** One check for all key services, or one for each where some of them speak KMS v1 and cannot change. */
function keyChecks(
  file: { readonly keySources: readonly KeySource[] },
  { reloadEncryption, healthOf }: { readonly reloadEncryption: boolean; readonly healthOf: HealthOf },
): readonly HealthCheck[] {
  const sources = file.keySources;
  const isOne = reloadEncryption || (sources.length > 0 && sources.every(({ apiVersion }) => apiVersion === 'v2'));
  return isOne ? [allKeysCheck(file, healthOf)] : sources.map((source, index) => keysCheck(healthOf(source), index));
}

function keysCheck(health: KeyHealth, index: number): HealthCheck {
  return { name: nameOf(index), restart: 'fixes nothing', check: () => health.check() };
}

const nameOf = (index: number): string => `kms-provider-${index}`;

/** The set of KMS providers may change. */
function allKeysCheck(file: { readonly keySources: readonly KeySource[] }, healthOf: HealthOf): HealthCheck {
  const healths = new WeakMap<KeySource, KeyHealth>();
  return {
    name: 'kms-providers',
    restart: 'fixes nothing',
    async check() {
      const problems: string[] = [];
      for (const [index, source] of file.keySources.entries()) {
        const health = healths.get(source) ?? healthOf(source);
        healths.set(source, health);
        await health.check().catch((error: Error) => problems.push(`${nameOf(index)}: ${error.message}`));
      }
      if (problems.length > 0) throw new Error(problems.length === 1 ? problems[0] : `[${problems.join(', ')}]`);
    },
  };
}
