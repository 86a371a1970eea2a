import type { AuditLogOptions, AuditWebhookOptions } from '../../server/audit/index.js';
import type { KubeApiServerValues } from '../flags/index.js';

export interface AuditConfig {
  readonly policyFile: string | undefined;
  readonly log: AuditLogOptions | undefined;
  readonly webhook: (Omit<AuditWebhookOptions, 'send'> & { readonly kubeconfigFile: string }) | undefined;
}

export function auditConfig(flags: KubeApiServerValues): AuditConfig {
  const path = flags['audit-log-path'];
  const log: AuditLogOptions = {
    path,
    format: flags['audit-log-format'] === 'legacy' ? 'legacy' : 'json',
    maxSizeMegabytes: flags['audit-log-maxsize'],
    maxBackups: flags['audit-log-maxbackup'],
    maxAgeDays: flags['audit-log-maxage'],
  };
  const kubeconfigFile = flags['audit-webhook-config-file'];
  const webhook = {
    kubeconfigFile,
    maxBatchSize: flags['audit-webhook-batch-max-size'],
    maxBatchWaitMilliseconds: flags['audit-webhook-batch-max-wait'],
    bufferSize: flags['audit-webhook-batch-buffer-size'],
    initialBackoffMilliseconds: flags['audit-webhook-initial-backoff'],
  };
  return {
    policyFile: flags['audit-policy-file'] || undefined,
    log: path === '' ? undefined : log,
    webhook: kubeconfigFile === '' ? undefined : webhook,
  };
}
