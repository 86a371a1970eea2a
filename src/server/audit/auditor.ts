import { systemClock } from '../../apimachinery/clock/index.js';
import { auditMetrics, type MetricsRegistry } from '../metrics/index.js';
import type { RequestContext } from '../request-context.js';
import { AuditEvent } from './audit-event.js';
import { type AuditDecision, type AuditPolicy, type AuditStage, policyEvaluator } from './policy.js';

/** Where events go, such as a file or a webhook. Takes them at once, and works in its own time. */
export interface AuditBackend {
  readonly name: string;
  process(event: AuditEvent, stage: AuditStage, now: number): void;
  /** Resolves when all that was taken is out. */
  close(): Promise<void>;
}

export interface AuditorOptions {
  readonly policy: AuditPolicy;
  readonly backends: readonly AuditBackend[];
  readonly metrics?: MetricsRegistry;
  readonly now?: () => number;
}

/** Writes down who did what, as much of it as the policy wants. */
export class Auditor {
  readonly #decide: ReturnType<typeof policyEvaluator>;
  readonly #backends: readonly AuditBackend[];
  readonly #metrics: MetricsRegistry | undefined;
  readonly #now: () => number;

  constructor({ policy, backends, metrics, now = systemClock.now }: AuditorOptions) {
    this.#decide = policyEvaluator(policy);
    this.#backends = backends;
    this.#metrics = metrics;
    this.#now = now;
  }

  /** The event of a request; undefined: it is not written down. */
  begin(context: RequestContext): AuditEvent | undefined {
    const decision: AuditDecision = this.#decide(context.hasUser ? context.user : undefined, context.info);
    this.#metrics?.counter(auditMetrics.levels).with({ level: decision.level }).increment();
    return decision.level === 'None' ? undefined : new AuditEvent(context, decision, this.#now());
  }

  reach(stage: AuditStage, event: AuditEvent): void {
    if (event.decision.omitStages.includes(stage)) return;
    this.#metrics?.counter(auditMetrics.events).with({}).increment();
    for (const backend of this.#backends) {
      try {
        backend.process(event, stage, this.#now());
      } catch {
        this.#metrics?.counter(auditMetrics.errors).with({ plugin: backend.name }).increment();
      }
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#backends.map((backend) => backend.close()));
  }
}
