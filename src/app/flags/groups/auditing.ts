import type { FlagTable } from '../flag.js';

/** The flags of both audit backends. */
function backendFlags(backend: 'log' | 'webhook') {
  const isLog = backend === 'log';
  return {
    'batch-buffer-size': {
      type: 'int',
      default: 10_000,
      help: 'Size of the buffer of events in batch mode; events beyond it are dropped',
    },
    'batch-max-size': { type: 'int', default: isLog ? 1 : 400, help: 'Maximum size of a batch in batch mode' },
    'batch-max-wait': {
      type: 'duration',
      default: isLog ? 0 : 30_000,
      help: 'Longest wait before a batch that is not full is written, in batch mode',
    },
    'batch-throttle-burst': {
      type: 'int',
      default: isLog ? 0 : 15,
      help: 'Maximum number of batches sent at the same moment if throttling was not in effect before, in batch mode',
    },
    'batch-throttle-enable': { type: 'bool', default: !isLog, help: 'Throttle batches, in batch mode' },
    'batch-throttle-qps': {
      type: 'float',
      default: isLog ? 0 : 10,
      help: 'Maximum average number of batches per second, in batch mode',
    },
    mode: {
      type: 'string',
      default: isLog ? 'blocking' : 'batch',
      help: 'batch writes events in the background; blocking delays responses until their events are written; blocking-strict also fails requests whose RequestReceived event cannot be written',
    },
    'truncate-enabled': { type: 'bool', default: false, help: 'Truncate events and batches that are too large' },
    'truncate-max-batch-size': {
      type: 'int',
      default: 10_485_760,
      help: 'Maximum size of a batch in bytes; larger ones are split',
    },
    'truncate-max-event-size': {
      type: 'int',
      default: 102_400,
      help: 'Maximum size of an event in bytes; larger ones lose request and response, and are dropped if that is not enough',
    },
    version: { type: 'string', default: 'audit.k8s.io/v1', help: 'API version of the events' },
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
  'audit-log-compress': {
    type: 'bool',
    default: false,
    help: 'Compress rotated log files with gzip',
  },
  'audit-log-format': { type: 'string', default: 'json', help: 'Format of the log: legacy (a line of text) or json' },
  'audit-log-maxage': {
    type: 'int',
    default: 366,
    help: 'Maximum days to keep rotated log files; 0 keeps them for ever',
  },
  'audit-log-maxbackup': {
    type: 'int',
    default: 100,
    help: 'Maximum number of rotated log files to keep; 0 keeps all',
  },
  'audit-log-maxsize': {
    type: 'int',
    default: 100,
    help: 'Maximum size of the log file in megabytes before it is rotated; 0 disables rotation',
  },
  'audit-log-path': { type: 'string', default: '', help: 'File for audit events; - means standard output' },
  'audit-policy-file': {
    type: 'string',
    default: '',
    help: 'File with the audit Policy: which requests are audited, and at which level',
  },
  ...prefixed('audit-webhook-', backendFlags('webhook')),
  'audit-webhook-batch-initial-backoff': {
    type: 'duration',
    default: 10_000,
    help: 'Time to wait before the first failed request is retried',
    deprecated: 'use --audit-webhook-initial-backoff instead',
  },
  'audit-webhook-config-file': {
    type: 'string',
    default: '',
    help: 'Kubeconfig file of the audit webhook',
  },
  'audit-webhook-initial-backoff': {
    type: 'duration',
    default: 10_000,
    help: 'Time to wait before the first failed request is retried',
  },
} satisfies FlagTable;
