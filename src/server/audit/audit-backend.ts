// Follows staging/src/k8s.io/apiserver/pkg/audit/metrics.go (v1.36)

import { andThen, type MaybePromise } from '../../apimachinery/scheme/index.js';
import { auditMetrics, type MetricsRegistry } from '../metrics/index.js';
import type { AuditRecord } from './audit-record.js';

/** Receives audit records: a sink such as a file or webhook, or a wrapper around one. */
export interface AuditBackend {
  /**
   * Returns false if some records were not stored; the request may then be rejected. The caller waits for a promise:
   * its records are not stored before it resolves. Never rejects.
   */
  process(records: readonly AuditRecord[]): MaybePromise<boolean>;
  /** Resolves when all accepted records have been delivered. */
  close(): Promise<void>;
}

/** Called with lost records and the plug-in that lost them: `log`, `webhook`, `buffered` or `truncate`. */
export type OnAuditProblem = (plugin: string, error: Error, impacted: readonly AuditRecord[]) => void;

/** Counts lost records, and reports each loss together with the records. */
export function problemReporter(
  metrics: MetricsRegistry | undefined,
  onError: (error: Error) => void = () => undefined,
): OnAuditProblem {
  const errors = metrics?.counter(auditMetrics.errors);
  return (plugin, error, impacted) => {
    errors?.with({ plugin }).add(impacted.length);
    const events = impacted.map(({ text }) => `${text}\n`).join('');
    const what = `Error in audit plugin '${plugin}' affecting ${impacted.length} audit events: ${error.message}`;
    onError(new Error(`${what}\nImpacted events:\n${events}`, { cause: error }));
  };
}

/** Mode `blocking`: requests wait until their records are stored, and succeed even if that fails. */
export function toleratingFailures(backend: AuditBackend): AuditBackend {
  return {
    process: (records) => andThen(backend.process(records), () => true),
    close: () => backend.close(),
  };
}
