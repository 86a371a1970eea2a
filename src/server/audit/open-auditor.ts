// Follows staging/src/k8s.io/apiserver/pkg/server/options/audit.go (v1.36)

import { readFile } from 'node:fs/promises';
import { type Clock, systemClock } from '../../apimachinery/clock/index.js';
import type { MetricsRegistry } from '../metrics/index.js';
import { type AuditBackend, type OnAuditProblem, problemReporter, toleratingFailures } from './audit-backend.js';
import { Auditor } from './auditor.js';
import { type BatchOptions, BufferedBackend } from './buffered-backend.js';
import { decodeAuditPolicy } from './decode-policy.js';
import { AuditLog, type AuditLogOptions } from './log-backend.js';
import type { AuditPolicy } from './policy.js';
import type { Rotation } from './rotating-file.js';
import { type TruncateOptions, TruncatingBackend } from './truncating-backend.js';
import { AuditWebhook, type PostEvents } from './webhook-backend.js';

/** `--audit-…-mode`: whether requests wait until their events are stored, and whether they fail if that fails. */
export type AuditMode = 'batch' | 'blocking' | 'blocking-strict';

/** The options that log and webhook share. */
interface DeliveryOptions {
  readonly mode: AuditMode;
  /** Used in mode `batch`. */
  readonly batch: Omit<BatchOptions, 'concurrent'>;
  /** Unset: events are not truncated. */
  readonly truncate?: TruncateOptions | undefined;
}

/** Options of the audit log. */
export interface LogOptions extends DeliveryOptions, Rotation {
  /** `--audit-log-path`; `-` for standard output. */
  readonly path: string;
  /** `--audit-log-format` */
  readonly format: 'json' | 'legacy';
  /** See `AuditLogOptions`. */
  readonly open?: AuditLogOptions['open'];
}

/** Options of the audit webhook. */
export interface WebhookOptions extends DeliveryOptions {
  readonly post: PostEvents;
  /** `--audit-webhook-initial-backoff` */
  readonly initialBackoffMilliseconds: number;
}

/** Options of `openAuditor`. */
export interface OpenAuditorOptions {
  /** `--audit-policy-file` */
  readonly policyFile: string;
  /** `--audit-log-*` */
  readonly log?: LogOptions | undefined;
  /** `--audit-webhook-*` */
  readonly webhook?: WebhookOptions | undefined;
  readonly metrics?: MetricsRegistry | undefined;
  /** Called with errors of the backends. */
  readonly onError?: (error: unknown) => void;
  readonly clock?: Clock;
  readonly random?: () => number;
}

interface Surroundings {
  readonly clock: Clock;
  readonly onProblem: OnAuditProblem;
}

/** Builds an auditor from flags. Rejects if the policy is invalid or the log cannot be opened. */
export async function openAuditor(options: OpenAuditorOptions): Promise<Auditor> {
  const { policyFile, log, webhook, metrics, onError = () => undefined } = options;
  const { clock = systemClock, random = Math.random } = options;
  const policy = await readPolicy(policyFile);
  const around: Surroundings = { clock, onProblem: problemReporter(metrics, onError) };
  const now = (): number => clock.now();
  const backends = [
    ...(log
      ? [delivered(new AuditLog({ ...log, ...around, now, onError }), { ...log, concurrent: false }, around)]
      : []),
    ...(webhook
      ? [delivered(new AuditWebhook({ ...webhook, ...around, random }), { ...webhook, concurrent: true }, around)]
      : []),
  ];
  return new Auditor({ policy, backends, metrics, now });
}

function delivered(
  backend: AuditBackend,
  { mode, batch, concurrent, truncate }: DeliveryOptions & Pick<BatchOptions, 'concurrent'>,
  around: Surroundings,
): AuditBackend {
  const byMode = {
    batch: () => new BufferedBackend(backend, { ...batch, concurrent }, around),
    blocking: () => toleratingFailures(backend),
    'blocking-strict': () => backend,
  };
  return truncate ? new TruncatingBackend(byMode[mode](), truncate, around.onProblem) : byMode[mode]();
}

/** Rejects with upstream's message if the file cannot be read, or is not a policy. */
export async function readPolicy(file: string): Promise<AuditPolicy> {
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw new Error(`failed to read file path ${JSON.stringify(file)}: ${error.message}`, { cause: error });
  });
  try {
    return decodeAuditPolicy(text);
  } catch (error) {
    throw new Error(`${(error as Error).message}: from file ${file}`, { cause: error });
  }
}
