// Follows staging/src/k8s.io/apiserver/pkg/server/options/audit.go (v1.36)

import { goQuote } from '../../apimachinery/meta/index.js';
import type { AuditMode, LogOptions, WebhookOptions } from '../audit/index.js';
import { type FlagTable, type FlagValues, inGroup } from '../flags/index.js';

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

export const auditFlags = inGroup('auditing', {
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
    help: 'Maximum days to keep rotated log files; 0 keeps them forever',
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
});

type AuditFlags = FlagValues<typeof auditFlags>;

export interface AuditConfig {
  readonly policyFile: string | undefined;
  readonly log: LogOptions | undefined;
  readonly webhook: (Omit<WebhookOptions, 'post'> & { readonly kubeconfigFile: string }) | undefined;
}

/** Expects valid flags. */
export function auditConfig(flags: AuditFlags, given: ReadonlySet<string>): AuditConfig {
  return {
    policyFile: flags['audit-policy-file'] || undefined,
    log: flags['audit-log-path'] === '' ? undefined : logOptions(flags),
    webhook: flags['audit-webhook-config-file'] === '' ? undefined : webhookOptions(flags, given),
  };
}

function logOptions(flags: AuditFlags): LogOptions {
  return {
    ...deliveryOptions(flags, 'log'),
    path: flags['audit-log-path'],
    format: flags['audit-log-format'] === 'legacy' ? 'legacy' : 'json',
    maxSizeMegabytes: flags['audit-log-maxsize'],
    maxBackups: flags['audit-log-maxbackup'],
    maxAgeDays: flags['audit-log-maxage'],
    compress: flags['audit-log-compress'],
  };
}

/** The initial backoff also has an older flag name. */
function webhookOptions(flags: AuditFlags, given: ReadonlySet<string>): AuditConfig['webhook'] {
  const usesOlder = given.has('audit-webhook-batch-initial-backoff') && !given.has('audit-webhook-initial-backoff');
  return {
    ...deliveryOptions(flags, 'webhook'),
    kubeconfigFile: flags['audit-webhook-config-file'],
    initialBackoffMilliseconds: usesOlder
      ? flags['audit-webhook-batch-initial-backoff']
      : flags['audit-webhook-initial-backoff'],
  };
}

function deliveryOptions(
  flags: AuditFlags,
  plugin: 'log' | 'webhook',
): Pick<LogOptions, 'mode' | 'batch' | 'truncate'> {
  return {
    mode: flags[`audit-${plugin}-mode`] as AuditMode,
    batch: {
      bufferSize: flags[`audit-${plugin}-batch-buffer-size`],
      maxBatchSize: flags[`audit-${plugin}-batch-max-size`],
      maxBatchWaitMilliseconds: flags[`audit-${plugin}-batch-max-wait`],
      throttle: flags[`audit-${plugin}-batch-throttle-enable`]
        ? {
            perSecond: flags[`audit-${plugin}-batch-throttle-qps`],
            burst: flags[`audit-${plugin}-batch-throttle-burst`],
          }
        : undefined,
    },
    truncate: flags[`audit-${plugin}-truncate-enabled`]
      ? {
          maxEventSize: flags[`audit-${plugin}-truncate-max-event-size`],
          maxBatchSize: flags[`audit-${plugin}-truncate-max-batch-size`],
        }
      : undefined,
  };
}

type Plugin = 'log' | 'webhook';

const modes: readonly AuditMode[] = ['batch', 'blocking', 'blocking-strict'];
const formats = ['legacy', 'json'];
const eventVersion = 'audit.k8s.io/v1';

/** The problems with the flags of enabled backends. */
export function validateAudit(flags: AuditFlags): string[] {
  return [
    ...(flags['audit-log-path'] === '' ? [] : validateLog(flags)),
    ...(flags['audit-webhook-config-file'] === '' ? [] : validateBackend(flags, 'webhook')),
  ];
}

function validateLog(flags: AuditFlags): string[] {
  const format = flags['audit-log-format'];
  const counts = ['audit-log-maxage', 'audit-log-maxbackup', 'audit-log-maxsize'] as const;
  return [
    ...validateBackend(flags, 'log'),
    ...(formats.includes(format)
      ? []
      : [`invalid audit log format ${format}, allowed formats are ${goQuote(formats.join())}`]),
    ...counts.filter((name) => flags[name] < 0).map((name) => `--${name} ${flags[name]} can't be a negative number`),
  ];
}

function validateBackend(flags: AuditFlags, plugin: Plugin): string[] {
  return [validateBatching(flags, plugin), validateTruncation(flags, plugin), validateVersion(flags, plugin)].flatMap(
    (problem) => problem ?? [],
  );
}

/** Flags that the mode does not use are not validated. */
function validateBatching(flags: AuditFlags, plugin: Plugin): string | undefined {
  const mode = flags[`audit-${plugin}-mode`];
  if (!(modes as readonly string[]).includes(mode)) {
    return `invalid audit ${plugin} mode ${mode}, allowed modes are ${goQuote(modes.join())}`;
  }
  if (mode !== 'batch') return undefined;
  const limits: [string, number][] = [
    ['buffer size', flags[`audit-${plugin}-batch-buffer-size`]],
    ['max batch size', flags[`audit-${plugin}-batch-max-size`]],
  ];
  if (flags[`audit-${plugin}-batch-throttle-enable`]) {
    limits.push(['throttle QPS', flags[`audit-${plugin}-batch-throttle-qps`]]);
    limits.push(['throttle burst', flags[`audit-${plugin}-batch-throttle-burst`]]);
  }
  const wrong = limits.find(([, value]) => value <= 0);
  return wrong && `invalid audit batch ${plugin} ${wrong[0]} ${wrong[1]}, must be a positive number`;
}

function validateTruncation(flags: AuditFlags, plugin: Plugin): string | undefined {
  const maxEventSize = flags[`audit-${plugin}-truncate-max-event-size`];
  const maxBatchSize = flags[`audit-${plugin}-truncate-max-batch-size`];
  const problem = `invalid audit truncate ${plugin}`;
  if (maxEventSize <= 0) return `${problem} max event size ${maxEventSize}, must be a positive number`;
  if (maxBatchSize >= maxEventSize) return undefined;
  return `${problem} max batch size ${maxBatchSize}, must be greater than max event size (${maxEventSize})`;
}

function validateVersion(flags: AuditFlags, plugin: Plugin): string | undefined {
  const version = flags[`audit-${plugin}-version`];
  if (version === eventVersion) return undefined;
  if (version.split('/').length > 2) return `unexpected GroupVersion string: ${version}`;
  return `invalid group version, allowed versions are [${goQuote(eventVersion)}]`;
}
