// Follows staging/src/k8s.io/apiserver/pkg/audit/policy/checker.go (v1.36)

import { systemClock } from '../../apimachinery/clock/index.js';
import { andThen, type MaybePromise } from '../../apimachinery/scheme/index.js';
import { auditMetrics, type Counter, type MetricsRegistry, only } from '../metrics/index.js';
import type { RequestContext } from '../request-context.js';
import type { AuditBackend } from './audit-backend.js';
import { AuditEvent } from './audit-event.js';
import { type AuditPolicy, type AuditStage, policyEvaluator } from './policy.js';

/** Options of an `Auditor`. */
export interface AuditorOptions {
  readonly policy: AuditPolicy;
  readonly backends: readonly AuditBackend[];
  readonly metrics?: MetricsRegistry | undefined;
  readonly now?: () => number;
}

/** Records requests according to the audit policy. */
export class Auditor {
  readonly #decide: ReturnType<typeof policyEvaluator>;
  readonly #backends: readonly AuditBackend[];
  readonly #metrics: MetricsRegistry | undefined;
  readonly #events: Counter | undefined;
  readonly #now: () => number;

  constructor({ policy, backends, metrics, now = systemClock.now }: AuditorOptions) {
    this.#decide = policyEvaluator(policy);
    this.#backends = backends;
    this.#metrics = metrics;
    this.#events = metrics && only(metrics.counter(auditMetrics.events));
    this.#now = now;
  }

  /** Returns the event of a request; undefined if it is not audited. */
  begin(context: RequestContext): AuditEvent | undefined {
    const decision = this.#decide(context.hasUser ? context.user : undefined, context.info);
    this.#metrics?.counter(auditMetrics.levels).with({ level: decision.level }).increment();
    return decision.level === 'None' ? undefined : new AuditEvent(context, decision, this.#now());
  }

  /** Returns whether the record of a stage was stored, or is not needed. The caller must wait before it continues. */
  reach(stage: AuditStage, event: AuditEvent): MaybePromise<boolean> {
    if (event.decision.omitStages.includes(stage)) return true;
    this.#events?.increment();
    const records = [event.at(stage, this.#now())];
    let areStored: MaybePromise<boolean> = true;
    for (const backend of this.#backends) {
      areStored = andThen(areStored, (before) => andThen(backend.process(records), (stored) => stored && before));
    }
    return areStored;
  }

  /** Counts a request that is rejected because its event could not be stored. */
  rejected(): void {
    if (this.#metrics) only(this.#metrics.counter(auditMetrics.requestsRejected)).increment();
  }

  async close(): Promise<void> {
    await Promise.all(this.#backends.map((backend) => backend.close()));
  }
}
