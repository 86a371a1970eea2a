import type { FlagTable } from '../flag.js';

const cachesSizeThemselves = 'caches keep what they need, and no more';

export const etcdFlags = {
  'default-watch-cache-size': {
    type: 'int',
    default: 100,
    help: 'Size of watch caches',
    deprecated: 'watch caches are sized automatically and this flag will be removed in a future version',
    ignored: cachesSizeThemselves,
  },
  'delete-collection-workers': {
    type: 'int',
    default: 1,
    help: 'Deletions of one collection at the same time',
    ignored: 'collections are deleted as fast as the storage can',
  },
  'enable-garbage-collector': {
    type: 'bool',
    default: true,
    help: 'Let deletions wait for the garbage collector of the controller manager',
    ignored: 'always on',
  },
  'encryption-provider-config': {
    type: 'string',
    default: '',
    help: 'File that says which resources are stored encrypted, and how',
    limited: 'key services of KMS v1 are refused, those of v2 are asked',
  },
  'encryption-provider-config-automatic-reload': {
    type: 'bool',
    default: false,
    help: 'Read the file of --encryption-provider-config again when it changes',
  },
  'etcd-cafile': { type: 'string', default: '', help: 'Certificate authorities that etcd is known by' },
  'etcd-certfile': { type: 'string', default: '', help: 'Certificate to show to etcd' },
  'etcd-compaction-interval': {
    type: 'duration',
    default: 300_000,
    help: 'How often the history is compacted, and for how long at least it can be read; 0: not by this server',
  },
  'etcd-count-metric-poll-period': {
    type: 'duration',
    default: 60_000,
    help: 'How often the objects are counted',
    ignored: 'the number of objects is always known',
  },
  'etcd-db-metric-poll-interval': {
    type: 'duration',
    default: 30_000,
    help: 'How often the size of the database is asked for',
    ignored: 'it is not asked for',
  },
  'etcd-healthcheck-timeout': {
    type: 'duration',
    default: 2000,
    help: 'How long a health check waits for etcd',
    ignored: 'all checks have one time limit',
  },
  'etcd-keyfile': { type: 'string', default: '', help: 'Key of --etcd-certfile' },
  'etcd-prefix': { type: 'string', default: '/registry', help: 'What all keys in etcd begin with' },
  'etcd-readycheck-timeout': {
    type: 'duration',
    default: 2000,
    help: 'How long a readiness check waits for etcd',
    ignored: 'all checks have one time limit',
  },
  'etcd-servers': {
    type: 'strings',
    default: [],
    help: 'Addresses of etcd (scheme://host:port), comma separated; none: store in --data-dir',
  },
  'etcd-servers-overrides': {
    type: 'strings',
    default: [],
    help: 'Other etcd servers for some resources',
    unsupported: 'all resources are in one store',
  },
  'lease-reuse-duration-seconds': {
    type: 'int',
    default: 60,
    help: 'For how long objects that expire share a lease',
    ignored: 'leases are shared by objects that expire in the same minute',
  },
  'storage-backend': { type: 'string', default: '', help: 'Kind of etcd: etcd3' },
  'storage-media-type': {
    type: 'string',
    default: 'application/vnd.kubernetes.protobuf',
    help: 'Form in which objects of built-in kinds are stored, where it is given: as JSON where it is not, or is YAML',
    limited: 'protobuf is written where it is given, and JSON otherwise; both are read in any case',
  },
  'watch-cache': {
    type: 'bool',
    default: true,
    help: 'Serve reads and watches from memory',
    ignored: 'they always are, and are consistent all the same',
  },
  'watch-cache-sizes': {
    type: 'strings',
    default: [],
    help: 'Sizes of watch caches of some resources: resource[.group]#size',
    ignored: cachesSizeThemselves,
  },
} satisfies FlagTable;
