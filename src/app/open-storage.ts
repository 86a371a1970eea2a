import type { HealthCheck } from '../server/health/index.js';
import { encryptionMetrics, type MetricsRegistry } from '../server/metrics/index.js';
import { ReloadMetrics } from '../server/reloading/index.js';
import { EmbeddedStorage } from '../storage/embedded/index.js';
import type { KeySource } from '../storage/encryption/index.js';
import type { Storage } from '../storage/index.js';
import type { ServerConfig } from './config/index.js';
import { asUsageError } from './usage-error.js';

/** The configured storage; closing it closes everything that belongs to it. */
export interface OpenStorage {
  readonly storage: Storage;
  /** The health checks of KMS providers. */
  readonly checks?: readonly HealthCheck[];
  close(): Promise<void>;
}

type StorageConfig = ServerConfig['storage'];
type OnError = (error: unknown) => void;

export interface StorageDependencies {
  readonly metrics: MetricsRegistry;
  /** Identifies this server among those that share a storage. */
  readonly serverId: string;
  readonly onError: OnError;
}

/** The longest delay of a timer, for history that is never compacted. */
const never = 2 ** 31 - 1;

/**
 * Opens etcd if configured, otherwise the embedded engine; with encryption if configured. Modules that are not needed
 * are not loaded.
 */
export async function openStorage(config: StorageConfig, dependencies: StorageDependencies): Promise<OpenStorage> {
  const { onError } = dependencies;
  const engine = config.etcd ? await openEtcd(config, onError) : await openEmbedded(config, onError);
  if (config.encryptionFile === undefined) return engine;
  try {
    return await encrypted(engine, { ...config, ...dependencies, path: config.encryptionFile });
  } catch (error) {
    await engine.close();
    throw error;
  }
}

async function openEmbedded(config: StorageConfig, onError: OnError): Promise<OpenStorage> {
  const { directory, compactionMilliseconds, historyBytes } = config;
  const storage = await EmbeddedStorage.open({
    historyMilliseconds: compactionMilliseconds || never,
    onRepair: (message) => onError(new Error(message)),
    ...(directory && { directory }),
    ...(historyBytes !== undefined && { historyBytes }),
  });
  return { storage, close: () => storage.close() };
}

async function openEtcd({ etcd, compactionMilliseconds }: StorageConfig, onError: OnError): Promise<OpenStorage> {
  const { EtcdCompactor, EtcdStorage } = await import('../storage/etcd/index.js');
  const storage = await EtcdStorage.open(etcd!);
  // The server waits for etcd, and its health checks fail: log the reason.
  void storage
    .health()
    .catch((error) => onError(new Error(`etcd does not respond: ${error.message}`, { cause: error })));
  const compactor = new EtcdCompactor({ store: storage, intervalMilliseconds: compactionMilliseconds, onError });
  if (compactionMilliseconds > 0) compactor.start();
  return {
    storage,
    async close() {
      await compactor.close();
      await storage.close();
    },
  };
}

interface Encryption extends StorageDependencies {
  readonly path: string;
  readonly reloadEncryption: boolean;
  readonly keyPrefix: string;
}

async function encrypted(engine: OpenStorage, options: Encryption): Promise<OpenStorage> {
  const { EncryptedResources, EncryptionConfigurationFile } = await import('../storage/encryption/index.js');
  const { path, reloadEncryption, keyPrefix, onError } = options;
  const reloads = new ReloadMetrics({ ...options, declarations: encryptionMetrics });
  const started = EncryptionConfigurationFile.start({
    path,
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
    checks: reloadEncryption ? [allKeysCheck(file)] : file.keySources.map(keysCheck),
    async close() {
      await file.close();
      await engine.close();
    },
  };
}

function keysCheck(source: KeySource, index: number): HealthCheck {
  return { name: `kms-provider-${index}`, check: () => source.check() };
}

/** The set of KMS providers may change. */
function allKeysCheck(file: { readonly keySources: readonly KeySource[] }): HealthCheck {
  return {
    name: 'kms-providers',
    async check() {
      for (const source of file.keySources) await source.check();
    },
  };
}
