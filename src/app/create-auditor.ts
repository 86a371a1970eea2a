import { readFile } from 'node:fs/promises';
import type { Auditor } from '../server/audit/index.js';
import type { MetricsRegistry } from '../server/metrics/index.js';
import type { ServerConfig } from './config/index.js';
import { asUsageError } from './usage-error.js';

/** Who writes down what is done; undefined: nobody, for want of a policy or of a place. */
export async function createAuditor(
  { policyFile, log }: ServerConfig['audit'],
  metrics: MetricsRegistry,
): Promise<Auditor | undefined> {
  if (!policyFile || !log) return undefined;
  const { AuditLog, Auditor, decodeAuditPolicy } = await import('../server/audit/index.js');
  const policy = await asUsageError('--audit-policy-file', readFile(policyFile, 'utf8').then(decodeAuditPolicy));
  const backend = await asUsageError('--audit-log-path', AuditLog.open(log));
  return new Auditor({ policy, backends: [backend], metrics });
}
