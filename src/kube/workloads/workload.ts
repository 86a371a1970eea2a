import type { JsonObject } from '../../apimachinery/meta/index.js';
import type { LabelSelectorSpec } from '../../apimachinery/selectors/index.js';
import type { PodTemplate } from '../pod-spec/index.js';

/** Common fields of workload specs. Objects are decoded into this shape before it is used. */
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
