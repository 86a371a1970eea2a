import type { JsonObject } from '../../apimachinery/meta/index.js';
import type { LabelSelectorSpec } from '../../apimachinery/selectors/index.js';
import type { PodTemplate } from '../pod-spec/index.js';

/** What most kinds that make pods have in common. Objects are brought into this shape before anybody reads them so. */
export interface WorkloadSpec {
  replicas?: number;
  minReadySeconds?: number;
  revisionHistoryLimit?: number;
  selector?: LabelSelectorSpec | null;
  template: PodTemplate;
}

export function workloadSpecOf(workload: JsonObject): WorkloadSpec {
  return (workload['spec'] ?? {}) as unknown as WorkloadSpec;
}
