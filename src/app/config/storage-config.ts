import { join } from 'node:path';
import type { EtcdOptions } from '../../storage/etcd/index.js';
import type { KubeApiServerValues } from '../flags/index.js';
import { keyPairFiles } from './key-pair-files.js';

export interface StorageConfig {
  readonly etcd: EtcdOptions | undefined;
  /** Undefined: in memory. */
  readonly directory: string | undefined;
  readonly compactionMilliseconds: number;
  /** What history may take up in the embedded engine; undefined: as much as that does by default. */
  readonly historyBytes: number | undefined;
  /** The form in which objects of built-in kinds are stored; undefined: JSON, in which others are stored in any case. */
  readonly mediaType: string | undefined;
  /** What keys begin with, as far as encryption is concerned. */
  readonly keyPrefix: string;
  readonly encryptionFile: string | undefined;
  readonly reloadEncryption: boolean;
}

/**
 * Objects are stored as protobuf only where that is asked for, though it is upstream's default: JSON is what most clients
 * want, and what is stored as JSON is sent as it is.
 */
function mediaTypeOf(flags: KubeApiServerValues, given: ReadonlySet<string>): string | undefined {
  const asked = given.has('storage-media-type') ? flags['storage-media-type'] : '';
  return asked === 'application/vnd.kubernetes.protobuf' ? asked : undefined;
}

/** Where history is to be kept forever, its size does not matter unless there is a limit for that. */
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
