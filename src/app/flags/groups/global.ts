import type { FlagTable } from '../flag.js';

export const globalFlags = {
  'data-dir': {
    type: 'string',
    default: '.trestle',
    help: 'Where data is stored without --etcd-servers, and what the server makes for itself',
  },
  'in-memory': {
    type: 'bool',
    default: false,
    help: 'Store in memory, and nothing beyond the life of the server; --etcd-servers are not used',
  },
  'history-max-bytes': {
    type: 'int',
    default: 256 * 2 ** 20,
    help:
      'Bytes that older versions of objects may take up in --data-dir (by default a quarter of it with --in-memory), or as ' +
      'many as the newest ones do where that is more; beyond it the oldest are given up before --etcd-compaction-interval ' +
      'has passed. 0: no limit',
  },
  help: { type: 'bool', short: 'h', default: false, help: 'Show this text' },
  version: { type: 'bool', default: false, help: 'Show the version' },
} satisfies FlagTable;
