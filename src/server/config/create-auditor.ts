import type { Dial } from '../../apimachinery/dial/index.js';
import type { Auditor, LineTarget } from '../audit/index.js';
import { asUsageError } from '../flags/index.js';
import type { MetricsRegistry } from '../metrics/index.js';
import type { AuditConfig } from './audit-config.js';

/** Returns where the audit log is written; `open` opens the configured file. */
export type OpenAuditLog = (open: () => LineTarget) => LineTarget;

export interface AuditDependencies {
  readonly metrics: MetricsRegistry;
  readonly onError: (error: unknown) => void;
  readonly openAuditLog?: OpenAuditLog | undefined;
  /** Opens connections to the webhook. Unset: they are direct. */
  readonly dial?: Dial | undefined;
}

/** Closing it closes everything that belongs to it. */
export interface OpenAuditor {
  readonly auditor: Auditor;
  close(): Promise<void>;
}

/** Creates the auditor; undefined: there is no policy or no backend. Modules that are not needed are not loaded. */
export async function createAuditor(
  { policyFile, log, webhook }: AuditConfig,
  { metrics, onError, openAuditLog, dial }: AuditDependencies,
): Promise<OpenAuditor | undefined> {
  if (!policyFile) return undefined;
  const { openAuditor, readPolicy } = await import('../audit/index.js');
  if (!log && !webhook) {
    // Nothing is audited, but a file that cannot be used is an error all the same.
    await asUsageError('loading audit policy file', readPolicy(policyFile));
    return undefined;
  }
  const poster = webhook && (await openPoster(webhook.kubeconfigFile, dial));
  const opening = openAuditor({
    policyFile,
    log: log && { ...log, open: openAuditLog },
    webhook: webhook && poster && { ...webhook, post: poster.post },
    metrics,
    onError,
  });
  const auditor = await asUsageError('auditing flags', opening);
  return {
    auditor,
    async close() {
      await auditor.close();
      poster?.close();
    },
  };
}

async function openPoster(kubeconfigFile: string, dial: Dial | undefined) {
  const { KubeconfigWebhook } = await import('../../client/kubeconfig-webhook/index.js');
  return asUsageError('--audit-webhook-config-file', KubeconfigWebhook.load(kubeconfigFile, { dial }));
}
