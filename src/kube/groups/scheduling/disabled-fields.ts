// Follows pkg/registry/scheduling/podgroup/strategy.go (v1.36)
// Follows pkg/registry/scheduling/workload/strategy.go (v1.36)

import type { PodGroupSpec, PodGroupTemplate } from '../../../api/scheduling/v1alpha2.js';
import { dropDisabled } from '../../feature-gates/index.js';

const preemption = 'WorkloadAwarePreemption';
const fieldsOfBoth = [
  { gates: ['DRAWorkloadResourceClaims'], fields: ['resourceClaims'] },
  { gates: [preemption], fields: ['priorityClassName'] },
  { gates: [preemption], fields: ['priority'] },
];

/** A field that is never omitted is null instead. */
export const dropDisabledTemplateFields = dropDisabled<PodGroupTemplate>([
  ...fieldsOfBoth,
  {
    gates: ['TopologyAwareWorkloadScheduling'],
    fields: ['schedulingConstraints'],
    drop: (template) => {
      template.schedulingConstraints = null;
    },
  },
  { gates: [preemption], fields: ['disruptionMode'] },
]);

/** Upstream drops the disruption mode as well, and sets its default when it reads the object. */
export const dropDisabledGroupFields = dropDisabled<PodGroupSpec>([
  ...fieldsOfBoth,
  { gates: ['TopologyAwareWorkloadScheduling'], fields: ['schedulingConstraints'] },
  {
    gates: [preemption],
    fields: ['disruptionMode'],
    drop: (spec) => {
      spec.disruptionMode = 'Pod';
    },
  },
]);
