// Follows staging/src/k8s.io/apiserver/pkg/server/options/etcd.go (v1.36)

import { join } from 'node:path';
import { compositeKey, type GroupResource, parseGroupResource, trim } from '../../apimachinery/meta/index.js';
import type { EtcdOptions } from '../../storage/etcd/index.js';
import { type FlagValues, inGroup, notNegative } from '../flags/index.js';
import { keyPairFiles, unpairedFiles } from './key-pair-files.js';

export const storageFlags = {
  ...inGroup('etcd', {
    'default-watch-cache-size': {
      type: 'int',
      default: 100,
      help: 'Default size of the watch cache of a resource',
      deprecated: 'watch caches are sized automatically and this flag will be removed in a future version',
      ignored: 'the watch cache sizes itself',
    },
    'delete-collection-workers': {
      type: 'int',
      default: 1,
      help: 'Number of workers of a DeleteCollection call',
      ignored: 'collections are deleted as fast as the storage allows',
    },
    'enable-garbage-collector': {
      type: 'bool',
      default: true,
      help: 'Support garbage collection; must match the flag of kube-controller-manager',
      ignored: 'always on',
    },
    'encryption-provider-config': {
      type: 'string',
      default: '',
      help: 'File with the EncryptionConfiguration: which resources are encrypted at rest, and by which providers',
    },
    'encryption-provider-config-automatic-reload': {
      type: 'bool',
      default: false,
      help: 'Reload the file of --encryption-provider-config when it changes',
    },
    'etcd-cafile': {
      type: 'string',
      default: '',
      help: 'File with the certificate authorities that verify the certificates of etcd',
    },
    'etcd-certfile': { type: 'string', default: '', help: 'File with the client certificate to present to etcd' },
    'etcd-compaction-interval': {
      type: 'duration',
      default: 300_000,
      help: 'Interval between compactions, which is also how long history stays readable at least; 0 disables compaction by this server',
      validate: notNegative,
    },
    'etcd-count-metric-poll-period': {
      type: 'duration',
      default: 60_000,
      help: 'Interval at which the objects of each resource are counted',
      ignored: 'the number of objects is always known',
    },
    'etcd-db-metric-poll-interval': {
      type: 'duration',
      default: 30_000,
      help: "Interval at which the size of etcd's database is read for apiserver_storage_size_bytes; 0 disables it",
      validate: notNegative,
    },
    'etcd-healthcheck-timeout': {
      type: 'duration',
      default: 2000,
      help: 'Timeout of the etcd health check',
      ignored: 'all health checks share one timeout',
    },
    'etcd-keyfile': { type: 'string', default: '', help: 'File with the private key of --etcd-certfile' },
    'etcd-prefix': { type: 'string', default: '/registry', help: 'Prefix of all keys in etcd' },
    'etcd-readycheck-timeout': {
      type: 'duration',
      default: 2000,
      help: 'Timeout of the etcd readiness check',
      ignored: 'all health checks share one timeout',
    },
    'etcd-servers': {
      type: 'strings',
      default: [],
      help: 'URLs of the etcd servers (scheme://host:port), comma separated; if unset, objects are stored in --data-dir',
    },
    'etcd-servers-overrides': {
      type: 'strings',
      default: [],
      help: 'Other etcd servers for certain resources, comma separated: group/resource#server1;server2, such as /events#http://etcd2:2379',
      validate: (overrides) => (overrides.every((text) => readOverride(text)) ? [] : [invalidOverride]),
    },
    'lease-reuse-duration-seconds': {
      type: 'int',
      default: 60,
      help: 'Seconds for which an etcd lease is reused for objects that expire',
      ignored: 'objects that expire in the same minute share a lease',
    },
    'storage-backend': {
      type: 'string',
      default: '',
      help: 'Storage backend; only etcd3 is known',
      validate: backendProblem,
    },
    'storage-media-type': {
      type: 'string',
      default: 'application/vnd.kubernetes.protobuf',
      help: 'Media type in which built-in kinds are stored',
      limited: 'in the embedded store, JSON unless the flag is given; both are always readable',
      validate: mediaTypeProblem,
    },
    'watch-cache': {
      type: 'bool',
      default: true,
      help: 'Serve reads and watches from the watch cache',
      differs: 'reads are always served from a cache; with false, lists honour a limit with resourceVersion=0',
    },
    'watch-cache-sizes': {
      type: 'strings',
      default: [],
      help: 'Sizes of the watch caches of certain resources, comma separated: resource[.group]#size. Caches size themselves; a size of 0 is as --watch-cache=false for the resource',
      validate: (sizes) => sizes.flatMap(sizeProblem),
    },
  }),
  ...inGroup('global', {
    'data-dir': {
      type: 'string',
      default: '.trestle',
      help: 'Directory for the embedded store, keys and certificates',
    },
    'in-memory': {
      type: 'bool',
      default: false,
      help: 'Store in memory only: objects are lost when the server stops; --etcd-servers is ignored',
    },
    'history-max-bytes': {
      type: 'int',
      default: 256 * 2 ** 20,
      help:
        'Maximum size of the history of objects in --data-dir (with --in-memory a quarter of the default), or the size of the ' +
        'current objects if that is larger; beyond it the oldest history is compacted before --etcd-compaction-interval. ' +
        '0 means no limit',
      validate: (bytes) => (bytes < 0 ? ['--history-max-bytes must not be negative'] : []),
    },
  }),
};

type StorageFlags = FlagValues<typeof storageFlags>;

export interface StorageConfig {
  readonly etcd: EtcdOptions | undefined;
  /** Resources that are in other etcds. */
  readonly etcdOverrides: readonly { readonly resource: GroupResource; readonly etcd: EtcdOptions }[];
  /** Undefined: in memory. */
  readonly directory: string | undefined;
  readonly compactionMilliseconds: number;
  /** The maximum size of history in the embedded engine; undefined: the engine's default. */
  readonly historyBytes: number | undefined;
  /** The storage format of built-in kinds; undefined: JSON, which all other kinds use in any case. */
  readonly mediaType: string | undefined;
  /** Which resources are listed as from a watch cache. */
  readonly hasWatchCache: (resource: GroupResource) => boolean;
  /** The key prefix that encryption sees. */
  readonly keyPrefix: string;
  /** How often the size of etcd's database is read; 0: never. */
  readonly sizePollMilliseconds: number;
  readonly encryptionFile: string | undefined;
  readonly reloadEncryption: boolean;
}

/**
 * In etcd, objects are stored as kube-apiserver stores them. The embedded store has them as protobuf only on request:
 * most clients want JSON, and what is stored as JSON is sent without conversion.
 */
function mediaTypeOf(flags: StorageFlags, given: ReadonlySet<string>): string | undefined {
  const isChosen = given.has('storage-media-type') || (flags['etcd-servers'].length > 0 && !flags['in-memory']);
  const mediaType = isChosen ? flags['storage-media-type'] : '';
  return mediaType === 'application/vnd.kubernetes.protobuf' ? mediaType : undefined;
}

/** If history is kept forever, its size is unlimited unless a limit is given. */
function historyBytesOf(flags: StorageFlags, given: ReadonlySet<string>): number | undefined {
  if (given.has('history-max-bytes')) return flags['history-max-bytes'] || Number.POSITIVE_INFINITY;
  return flags['etcd-compaction-interval'] === 0 ? Number.POSITIVE_INFINITY : undefined;
}

export function storageConfig(flags: StorageFlags, given: ReadonlySet<string>): StorageConfig {
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
    etcdOverrides: flags['etcd-servers-overrides'].flatMap((text) => {
      const override = readOverride(text);
      return override ? [{ resource: override.resource, etcd: { ...etcd, endpoints: override.endpoints } }] : [];
    }),
    directory: flags['in-memory'] ? undefined : join(flags['data-dir'], 'store'),
    compactionMilliseconds: flags['etcd-compaction-interval'],
    historyBytes: historyBytesOf(flags, given),
    mediaType: mediaTypeOf(flags, given),
    hasWatchCache: watchCacheRule(flags),
    keyPrefix: keyPrefixOf(flags['etcd-prefix']),
    sizePollMilliseconds: flags['etcd-db-metric-poll-interval'],
    encryptionFile: flags['encryption-provider-config'] || undefined,
    reloadEncryption: flags['encryption-provider-config-automatic-reload'],
  };
}

export function validateStorage(flags: StorageFlags): string[] {
  const reload = 'encryption-provider-config-automatic-reload';
  const hasNoFile = flags[reload] && flags['encryption-provider-config'] === '';
  const overrides = flags['etcd-servers-overrides'];
  return [
    ...(overrides.length > 0 && flags['etcd-servers'].length === 0
      ? ['--etcd-servers-overrides needs --etcd-servers: the embedded store has all resources']
      : []),
    ...(hasNoFile ? [`--${reload} must be set with --encryption-provider-config`] : []),
    ...unpairedFiles(flags, ['etcd-certfile', 'etcd-keyfile']),
  ];
}

/** Events have no watch cache: they are written far more often than they are read. */
const uncachedByDefault = ['events#0', 'events.events.k8s.io#0'];

function watchCacheRule(flags: StorageFlags): StorageConfig['hasWatchCache'] {
  if (!flags['watch-cache']) return () => false;
  const sizes = new Map([...uncachedByDefault, ...flags['watch-cache-sizes']].map(readSize));
  return ({ group, resource }) => (sizes.get(compositeKey(group, resource)) ?? 1) > 0;
}

function readSize(text: string): [string, number] {
  const [name = '', size] = text.split('#');
  const { group, resource } = parseGroupResource(name);
  return [compositeKey(group, resource), Number(size)];
}

const invalidOverride =
  '--etcd-servers-overrides invalid, must be of format: group/resource#servers, where servers are URLs, semicolon separated';

/** Undefined if it is invalid. */
function readOverride(text: string): { resource: GroupResource; endpoints: readonly string[] } | undefined {
  const [name = '', servers, ...rest] = text.split('#');
  const [group = '', resource, ...more] = name.split('/');
  if (servers === undefined || resource === undefined || rest.length > 0 || more.length > 0) return undefined;
  const endpoints = servers.split(';');
  return endpoints.every((server) => server !== '') ? { resource: { group, resource }, endpoints } : undefined;
}

function sizeProblem(text: string): string[] {
  const parts = text.split('#');
  if (parts.length !== 2) return [`invalid value of watch cache size: ${text}`];
  if (!/^[+-]?\d+$/.test(parts[1]!)) return [`invalid size of watch cache size: ${text}`];
  return Number(parts[1]) < 0 ? [`watch cache size cannot be negative: ${text}`] : [];
}

function backendProblem(backend: string): string[] {
  if (['', 'etcd3'].includes(backend)) return [];
  return ["--storage-backend invalid, allowed values: etcd3. If not specified, it will default to 'etcd3'"];
}

const mediaTypes = ['application/json', 'application/vnd.kubernetes.protobuf', 'application/yaml'];

function mediaTypeProblem(mediaType: string): string[] {
  if (['', ...mediaTypes].includes(mediaType)) return [];
  return [`--storage-media-type ${JSON.stringify(mediaType)} invalid, allowed values: ${mediaTypes.join(', ')}`];
}

/** How keys in etcd begin, whatever slashes the flag has: encryption binds values to their keys. */
function keyPrefixOf(prefix: string): string {
  const inner = trim(prefix, '/');
  return inner === '' ? '' : `/${inner}`;
}
