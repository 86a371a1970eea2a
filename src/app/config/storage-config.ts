import { join } from 'node:path';
import type { EtcdOptions } from '../../storage/etcd/index.js';
import type { KubeApiServerValues } from '../flags/index.js';
import { keyPairFiles } from './key-pair-files.js';

export interface StorageConfig {
  readonly etcd: EtcdOptions | undefined;
  /** Undefined: in memory. */
  readonly directory: string | undefined;
  readonly compactionMilliseconds: number;
  /** What keys begin with, as far as encryption is concerned. */
  readonly keyPrefix: string;
  readonly encryptionFile: string | undefined;
  readonly reloadEncryption: boolean;
}

export function storageConfig(flags: KubeApiServerValues): StorageConfig {
  const endpoints = flags['in-memory'] ? [] : flags['etcd-servers'];
  const pair = keyPairFiles(flags['etcd-certfile'], flags['etcd-keyfile']);
  const etcd: EtcdOptions = {
    endpoints,
    prefix: flags['etcd-prefix'],
    ...(flags['etcd-cafile'] && { caFile: flags['etcd-cafile'] }),
    ...(pair && { certFile: pair.certificateFile, keyFile: pair.keyFile }),
  };
  return {
    etcd: endpoints.length > 0 ? etcd : undefined,
    directory: flags['in-memory'] ? undefined : join(flags['data-dir'], 'store'),
    compactionMilliseconds: flags['etcd-compaction-interval'],
    keyPrefix: flags['etcd-prefix'],
    encryptionFile: flags['encryption-provider-config'] || undefined,
    reloadEncryption: flags['encryption-provider-config-automatic-reload'],
  };
}
