import type { PodTemplateSpec } from '../../api/core/v1.js';
import type { LabelSelector, ObjectMeta } from '../../api/meta/v1.js';
import type { JsonObject } from '../../apimachinery/meta/index.js';

/** What all workload kinds have in common. */
export type Workload = {
  metadata: ObjectMeta;
  spec: { template?: PodTemplateSpec };
  status: JsonObject;
};

/** A spec that selects the pods of its template. */
export type SelectingSpec = {
  selector?: LabelSelector | null;
  template: PodTemplateSpec;
};
