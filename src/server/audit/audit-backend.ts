import { andThen, type MaybePromise } from '../../apimachinery/scheme/index.js';
import { auditMetrics, type MetricsRegistry } from '../metrics/index.js';
import type { AuditRecord } from './audit-record.js';

/** Where records go, such as a file or a webhook, or through something on their way there. */
export interface AuditBackend {
  /**
   * False: some of them were not stored, and the request that they are about may be refused. Whoever hands them over waits
   * for the answer: what comes as a promise is not stored before it resolves. Never rejects.
   */
  process(records: readonly AuditRecord[]): MaybePromise<boolean>;
  /** Resolves when all that was taken is out. */
  close(): Promise<void>;
}

/** Called with records that were lost, and the part that lost them: `log`, `webhook`, `buffered` or `truncate`. */
export type OnAuditProblem = (plugin: string, error: Error, impacted: readonly AuditRecord[]) => void;

/** Counts what is lost, and reports each loss with what the records were. */
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

/** Mode `blocking`: requests wait for their records to be stored, and are served whether or not they were. */
export function toleratingFailures(backend: AuditBackend): AuditBackend {
  return {
    process: (records) => andThen(backend.process(records), () => true),
    close: () => backend.close(),
  };
}
