import type { FlagTable } from '../flag.js';

/** Both ways to get rid of audit events have these. */
function backendFlags(backend: 'log' | 'webhook') {
  const isLog = backend === 'log';
  return {
    'batch-buffer-size': {
      type: 'int',
      default: 10_000,
      help: 'Events that wait at most, in batch mode; more are lost',
    },
    'batch-max-size': { type: 'int', default: isLog ? 1 : 400, help: 'Events in one batch at most, in batch mode' },
    'batch-max-wait': {
      type: 'duration',
      default: isLog ? 0 : 30_000,
      help: 'How long a batch waits to become full, in batch mode',
    },
    'batch-throttle-burst': {
      type: 'int',
      default: isLog ? 0 : 15,
      help: 'Batches that may be sent at once after a quiet time, in batch mode',
    },
    'batch-throttle-enable': { type: 'bool', default: !isLog, help: 'Limit how many batches are sent, in batch mode' },
    'batch-throttle-qps': {
      type: 'float',
      default: isLog ? 0 : 10,
      help: 'Batches in a second on average, in batch mode',
    },
    mode: {
      type: 'string',
      default: isLog ? 'blocking' : 'batch',
      help: 'batch: events are written in the background; blocking: answers wait for their events; blocking-strict: requests also fail if that they came cannot be written',
    },
    'truncate-enabled': { type: 'bool', default: false, help: 'Take objects out of events that are too large' },
    'truncate-max-batch-size': {
      type: 'int',
      default: 10_485_760,
      help: 'Bytes of a batch at most; larger ones are split',
    },
    'truncate-max-event-size': {
      type: 'int',
      default: 102_400,
      help: 'Bytes of an event at most; what is larger without its objects, too, is dropped',
    },
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
  'audit-log-compress': {
    type: 'bool',
    default: false,
    help: 'Compress old files with gzip',
  },
  'audit-log-format': { type: 'string', default: 'json', help: 'Form of lines in the file: legacy, json' },
  'audit-log-maxage': { type: 'int', default: 366, help: 'Days that old files are kept; 0 for ever' },
  'audit-log-maxbackup': { type: 'int', default: 100, help: 'Old files that are kept; 0 for all' },
  'audit-log-maxsize': {
    type: 'int',
    default: 100,
    help: 'Megabytes of a file before the next one begins; 0 for one file that grows for ever',
  },
  'audit-log-path': { type: 'string', default: '', help: 'File for audit events; - for standard output' },
  'audit-policy-file': { type: 'string', default: '', help: 'File that says which requests are audited, and how much' },
  ...prefixed('audit-webhook-', backendFlags('webhook')),
  'audit-webhook-batch-initial-backoff': {
    type: 'duration',
    default: 10_000,
    help: 'How long to wait after the first failure',
    deprecated: 'use --audit-webhook-initial-backoff instead',
  },
  'audit-webhook-config-file': {
    type: 'string',
    default: '',
    help: 'Kubeconfig of whom events are sent to',
  },
  'audit-webhook-initial-backoff': {
    type: 'duration',
    default: 10_000,
    help: 'How long to wait after the first failure',
  },
} satisfies FlagTable;
