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
  help: { type: 'bool', short: 'h', default: false, help: 'Show this text' },
  version: { type: 'bool', default: false, help: 'Show the version' },
} satisfies FlagTable;
