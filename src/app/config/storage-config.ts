import { join } from 'node:path';
import type { EtcdOptions } from '../../storage/etcd/index.js';
import type { KubeApiServerValues } from '../flags/index.js';
import { keyPairFiles } from './key-pair-files.js';

export interface StorageConfig {
  readonly etcd: EtcdOptions | undefined;
  /** Undefined: in memory. */
  readonly directory: string | undefined;
  readonly compactionMilliseconds: number;
  /** The maximum size of history in the embedded engine; undefined: the engine's default. */
  readonly historyBytes: number | undefined;
  /** The storage format of built-in kinds; undefined: JSON, which all other kinds use in any case. */
  readonly mediaType: string | undefined;
  /** The key prefix that encryption sees. */
  readonly keyPrefix: string;
  readonly encryptionFile: string | undefined;
  readonly reloadEncryption: boolean;
}

/**
 * Objects are stored as protobuf only on request, although it is upstream's default: most clients want JSON, and what
 * is stored as JSON is sent without conversion.
 */
function mediaTypeOf(flags: KubeApiServerValues, given: ReadonlySet<string>): string | undefined {
  const asked = given.has('storage-media-type') ? flags['storage-media-type'] : '';
  return asked === 'application/vnd.kubernetes.protobuf' ? asked : undefined;
}

/** If history is kept forever, its size is unlimited unless a limit is given. */
function historyBytesOf(flags: KubeApiServerValues, given: ReadonlySet<string>): number | undefined {
  if (given.has('history-max-bytes')) return flags['history-max-bytes'] || Number.POSITIVE_INFINITY;
  return flags['etcd-compaction-interval'] === 0 ? Number.POSITIVE_INFINITY : undefined;
}

export function storageConfig(flags: KubeApiServerValues, given: ReadonlySet<string>): StorageConfig {
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
    historyBytes: historyBytesOf(flags, given),
    mediaType: mediaTypeOf(flags, given),
    keyPrefix: flags['etcd-prefix'],
    encryptionFile: flags['encryption-provider-config'] || undefined,
    reloadEncryption: flags['encryption-provider-config-automatic-reload'],
  };
}
