// Follows staging/src/k8s.io/apiserver/pkg/admission/plugin/webhook/matchconditions/matcher.go (v1.36)

import { systemClock } from '../../../apimachinery/clock/index.js';
import { admissionMetrics, type MetricsRegistry } from '../../metrics/index.js';
import { Evaluation, type EvaluationInput, type MatchConditions, type MatchResult } from '../cel/index.js';

const conditionless: MatchResult = { outcome: 'matches' };

/**
 * Evaluates the match conditions of policies and records metrics. As upstream, `namespaceObject` is not available to
 * them.
 */
export class MeasuredConditions {
  readonly #type: string;
  readonly #duration;
  readonly #errors;

  constructor(type: 'admit' | 'validate', metrics: MetricsRegistry | undefined) {
    this.#type = type;
    this.#duration = metrics?.histogram(admissionMetrics.matchConditionDuration);
    this.#errors = metrics?.counter(admissionMetrics.matchConditionErrors);
  }

  /** `name`: of the policy. */
  async match(conditions: MatchConditions, input: EvaluationInput, name: string): Promise<MatchResult> {
    if (conditions.isEmpty) return conditionless;
    const labels = { name, kind: 'policy', type: this.#type, operation: input.request.operation };
    const begin = systemClock.monotonic();
    const seen = { ...input, resource: undefined, namespaceObject: undefined };
    const result = await conditions.match(new Evaluation(seen));
    this.#duration?.with(labels).observe((systemClock.monotonic() - begin) / 1000);
    if (result.outcome === 'failed') this.#errors?.with(labels).add(result.failedConditions);
    return result;
  }
}
