import type { Auditor } from '../server/audit/index.js';
import type { MetricsRegistry } from '../server/metrics/index.js';
import type { ServerConfig } from './config/index.js';
import { asUsageError } from './usage-error.js';

export interface AuditDependencies {
  readonly metrics: MetricsRegistry;
  readonly onError: (error: unknown) => void;
}

/** Closing it closes everything that belongs to it. */
export interface OpenAuditor {
  readonly auditor: Auditor;
  close(): Promise<void>;
}

/** Creates the auditor; undefined: there is no policy or no backend. Modules that are not needed are not loaded. */
export async function createAuditor(
  { policyFile, log, webhook }: ServerConfig['audit'],
  { metrics, onError }: AuditDependencies,
): Promise<OpenAuditor | undefined> {
  if (!policyFile || !(log || webhook)) return undefined;
  const { openAuditor } = await import('../server/audit/index.js');
  const poster = webhook && (await openPoster(webhook.kubeconfigFile));
  const opening = openAuditor({
    policyFile,
    log,
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

async function openPoster(kubeconfigFile: string) {
  const { KubeconfigWebhook } = await import('../client/kubeconfig-webhook/index.js');
  return asUsageError('--audit-webhook-config-file', KubeconfigWebhook.load(kubeconfigFile));
}
