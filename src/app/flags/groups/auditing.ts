import type { FlagTable } from '../flag.js';

/** Both ways to get rid of audit events have these. */
function backendFlags(backend: 'log' | 'webhook') {
  return {
    'batch-buffer-size': { type: 'int', default: 10_000, help: `Events of the ${backend} backend that wait at most` },
    'batch-max-size': { type: 'int', default: backend === 'log' ? 1 : 400, help: 'Events in one batch at most' },
    'batch-max-wait': {
      type: 'duration',
      default: backend === 'log' ? 0 : 30_000,
      help: 'How long a batch waits to become full',
    },
    'batch-throttle-burst': {
      type: 'int',
      default: backend === 'log' ? 0 : 15,
      help: 'Batches that may be sent at once after a quiet time',
    },
    'batch-throttle-enable': { type: 'bool', default: backend === 'webhook', help: 'Limit how many batches are sent' },
    'batch-throttle-qps': {
      type: 'float',
      default: backend === 'log' ? 0 : 10,
      help: 'Batches in a second on average',
    },
    mode: {
      type: 'string',
      default: backend === 'log' ? 'blocking' : 'batch',
      help: 'When requests wait for their events: batch, blocking, blocking-strict',
    },
    'truncate-enabled': { type: 'bool', default: false, help: 'Shorten events and batches that are too big' },
    'truncate-max-batch-size': { type: 'int', default: 10_485_760, help: 'Bytes of a batch' },
    'truncate-max-event-size': { type: 'int', default: 102_400, help: 'Bytes of an event' },
    version: { type: 'string', default: 'audit.k8s.io/v1', help: 'Version in which events are written' },
  } as const satisfies FlagTable;
}

type Prefixed<Prefix extends string, Table extends FlagTable> = {
  readonly [Name in keyof Table & string as `${Prefix}${Name}`]: Table[Name];
};

function prefixed<Prefix extends string, Table extends FlagTable>(prefix: Prefix, table: Table) {
  const entries = Object.entries(table).map(([name, flag]) => [prefix + name, flag]);
  return Object.fromEntries(entries) as Prefixed<Prefix, Table>;
}

export const auditingFlags = {
  ...prefixed('audit-log-', backendFlags('log')),
  'audit-log-compress': { type: 'bool', default: false, help: 'Compress old files with gzip' },
  'audit-log-format': { type: 'string', default: 'json', help: 'Form of lines in the file: legacy, json' },
  'audit-log-maxage': { type: 'int', default: 366, help: 'Days that old files are kept; 0 for ever' },
  'audit-log-maxbackup': { type: 'int', default: 100, help: 'Old files that are kept; 0 for all' },
  'audit-log-maxsize': { type: 'int', default: 100, help: 'Megabytes of a file before the next one begins' },
  'audit-log-path': { type: 'string', default: '', help: 'File for audit events; - for standard output' },
  'audit-policy-file': { type: 'string', default: '', help: 'File that says which requests are audited, and how much' },
  ...prefixed('audit-webhook-', backendFlags('webhook')),
  'audit-webhook-batch-initial-backoff': {
    type: 'duration',
    default: 10_000,
    help: 'How long to wait after the first failure',
    deprecated: 'use --audit-webhook-initial-backoff instead',
  },
  'audit-webhook-config-file': { type: 'string', default: '', help: 'Kubeconfig of whom events are sent to' },
  'audit-webhook-initial-backoff': {
    type: 'duration',
    default: 10_000,
    help: 'How long to wait after the first failure',
  },
} satisfies FlagTable;
