import type { AuditMode, LogOptions, WebhookOptions } from '../../server/audit/index.js';
import type { KubeApiServerValues } from '../flags/index.js';

export interface AuditConfig {
  readonly policyFile: string | undefined;
  readonly log: LogOptions | undefined;
  readonly webhook: (Omit<WebhookOptions, 'post'> & { readonly kubeconfigFile: string }) | undefined;
}

/** Expects valid flags. */
export function auditConfig(flags: KubeApiServerValues, given: ReadonlySet<string>): AuditConfig {
  return {
    policyFile: flags['audit-policy-file'] || undefined,
    log: flags['audit-log-path'] === '' ? undefined : logOptions(flags),
    webhook: flags['audit-webhook-config-file'] === '' ? undefined : webhookOptions(flags, given),
  };
}

function logOptions(flags: KubeApiServerValues): LogOptions {
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
function webhookOptions(flags: KubeApiServerValues, given: ReadonlySet<string>): AuditConfig['webhook'] {
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
  flags: KubeApiServerValues,
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
