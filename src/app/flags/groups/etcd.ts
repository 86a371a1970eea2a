import type { FlagTable } from '../flag.js';

const cachesSizeThemselves = 'the watch cache sizes itself';

export const etcdFlags = {
  'default-watch-cache-size': {
    type: 'int',
    default: 100,
    help: 'Default size of the watch cache of a resource',
    deprecated: 'watch caches are sized automatically and this flag will be removed in a future version',
    ignored: cachesSizeThemselves,
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
    limited: 'KMS v2 only; v1 is refused',
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
    help: 'Interval at which the size of the database is read',
    ignored: 'the size is not read',
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
    help: 'Other etcd servers for certain resources: group/resource#server1;server2',
    unsupported: 'all resources are in one store',
  },
  'lease-reuse-duration-seconds': {
    type: 'int',
    default: 60,
    help: 'Seconds for which an etcd lease is reused for objects that expire',
    ignored: 'objects that expire in the same minute share a lease',
  },
  'storage-backend': { type: 'string', default: '', help: 'Storage backend; only etcd3 is known' },
  'storage-media-type': {
    type: 'string',
    default: 'application/vnd.kubernetes.protobuf',
    help: 'Media type in which built-in kinds are stored',
    limited: 'JSON unless the flag is given as application/vnd.kubernetes.protobuf; both are always readable',
  },
  'watch-cache': {
    type: 'bool',
    default: true,
    help: 'Serve reads and watches from the watch cache',
    ignored: 'always on; reads from it are consistent',
  },
  'watch-cache-sizes': {
    type: 'strings',
    default: [],
    help: 'Sizes of the watch caches of certain resources: resource[.group]#size',
    ignored: cachesSizeThemselves,
  },
} satisfies FlagTable;
