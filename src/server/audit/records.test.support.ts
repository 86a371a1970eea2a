import type { MaybePromise } from '../../apimachinery/scheme/index.js';
import type { AuditBackend, OnAuditProblem } from './audit-backend.js';
import { AuditRecord } from './audit-record.js';
import type { AuditLevel } from './policy.js';

/** The record of a completed request, whose request object is a string of that many characters, if any. */
export function recordOf(id: string, { level = 'RequestResponse' as AuditLevel, characters = 0 } = {}): AuditRecord {
  return new AuditRecord(
    {
      level,
      auditID: id,
      requestURI: '/version',
      verb: 'get',
      sender: undefined,
      sourceIPs: [],
      userAgent: '',
      receivedAt: 0,
    },
    {
      stage: 'ResponseComplete',
      at: 0,
      impersonated: undefined,
      constraint: '',
      objectRef: undefined,
      responseStatus: { code: 200 },
      requestObject: characters > 0 ? JSON.stringify('x'.repeat(characters)) : undefined,
      responseObject: undefined,
      annotations: {},
    },
  );
}

const idOf = ({ json }: AuditRecord): string => JSON.parse(json).auditID;

/** Collects batches of records, and returns the configured results. */
export class TestBackend implements AuditBackend {
  readonly batches: string[][] = [];
  readonly records: AuditRecord[] = [];
  isClosed = false;
  respond: () => MaybePromise<boolean> = () => true;

  process(records: readonly AuditRecord[]): MaybePromise<boolean> {
    this.batches.push(records.map(idOf));
    this.records.push(...records);
    return this.respond();
  }

  async close(): Promise<void> {
    this.isClosed = true;
  }
}

/** Collects losses as `<plugin>: <reason>: <ids>`. */
export function problems(): { readonly lost: string[]; readonly onProblem: OnAuditProblem } {
  const lost: string[] = [];
  const onProblem: OnAuditProblem = (plugin, error, impacted) =>
    lost.push(`${plugin}: ${error.message}: ${impacted.map(idOf).join()}`);
  return { lost, onProblem };
}
