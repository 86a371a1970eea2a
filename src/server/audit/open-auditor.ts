import { readFile } from 'node:fs/promises';
import type { MetricsRegistry } from '../metrics/index.js';
import { Auditor } from './auditor.js';
import { decodeAuditPolicy } from './decode-policy.js';
import { AuditLog, type AuditLogOptions } from './log-backend.js';
import { AuditWebhook, type AuditWebhookOptions } from './webhook-backend.js';

export interface OpenAuditorOptions {
  /** `--audit-policy-file` */
  readonly policyFile: string;
  /** `--audit-log-*` */
  readonly log?: AuditLogOptions;
  /** `--audit-webhook-*` */
  readonly webhook?: AuditWebhookOptions;
  readonly metrics?: MetricsRegistry;
}

/** An auditor as flags describe it. Rejects when the policy is wrong or the log cannot be opened. */
export async function openAuditor({ policyFile, log, webhook, metrics }: OpenAuditorOptions): Promise<Auditor> {
  const policy = await readPolicy(policyFile);
  const backends = [...(log ? [await AuditLog.open(log)] : []), ...(webhook ? [new AuditWebhook(webhook)] : [])];
  return new Auditor({ policy, backends, ...(metrics && { metrics }) });
}

async function readPolicy(file: string) {
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw new Error(`failed to read file path ${JSON.stringify(file)}: ${error.message}`, { cause: error });
  });
  try {
    return decodeAuditPolicy(text);
  } catch (error) {
    throw new Error(`${(error as Error).message}: from file ${file}`, { cause: error });
  }
}
