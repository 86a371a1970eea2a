import type { FlagTable } from '../flag.js';

export const globalFlags = {
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
  },
  help: { type: 'bool', short: 'h', default: false, help: 'Show this help' },
  version: { type: 'bool', default: false, help: 'Show the version' },
} satisfies FlagTable;
