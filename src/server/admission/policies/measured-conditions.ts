import { admissionMetrics, type MetricsRegistry } from '../../metrics/index.js';
import type { AdmissionRequest } from '../admission-request.js';
import type { Evaluation, MatchConditions, MatchResult } from '../cel/index.js';

/** Evaluates the match conditions of policies, and measures that. */
export class MeasuredConditions {
  readonly #type: string;
  readonly #duration;
  readonly #errors;

  constructor(type: 'admit' | 'validate', metrics: MetricsRegistry | undefined) {
    this.#type = type;
    this.#duration = metrics?.histogram(admissionMetrics.matchConditionDuration);
    this.#errors = metrics?.counter(admissionMetrics.matchConditionErrors);
  }

  async match(
    conditions: MatchConditions,
    evaluation: Evaluation,
    { name, request }: { name: string; request: AdmissionRequest },
  ): Promise<MatchResult> {
    if (conditions.isEmpty) return conditions.match(evaluation);
    const labels = { name, kind: 'policy', type: this.#type, operation: request.operation };
    const begin = performance.now();
    const result = await conditions.match(evaluation);
    this.#duration?.with(labels).observe((performance.now() - begin) / 1000);
    if (result.outcome === 'failed') this.#errors?.with(labels).add(result.failedConditions);
    return result;
  }
}
