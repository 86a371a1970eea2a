// Follows staging/src/k8s.io/api/scheduling/v1alpha2/types.go (v1.36)

import { checkPathSegmentName, checkQualifiedName } from '../../../apimachinery/validation/index.js';
import {
  atLeast,
  atMost,
  checked,
  each,
  type FieldRules,
  forbidden,
  ifDisabled,
  ifEnabled,
  immutable,
  longName,
  maxItems,
  oneOfValues,
  optional,
  type Rule,
  required,
  requiredPointer,
  shortName,
  struct,
  union,
} from '../../declarative-validation.js';
import { highestUserPriority } from './priorityclasses/system-classes.js';

const [topology, preemption] = ['TopologyAwareWorkloadScheduling', 'WorkloadAwarePreemption'];
const minInt32 = -(2 ** 31);
const [maxTemplates, maxClaims, maxConstraints] = [8, 4, 1];

const label = { first: [required], rest: [shortName] };
const subdomain = { first: [required], rest: [longName] };
const pathSegment = { first: [required], rest: [checked(checkPathSegmentName)] };
const optionalSubdomain = { first: [optional], rest: [longName] };

const schedulingPolicy: readonly Rule[] = [
  union('basic', 'gang'),
  struct({ gang: { first: [optional], rest: [struct({ minCount: { first: [required], rest: [atLeast(1)] } })] } }),
];

const constraints = struct({
  topology: {
    first: [maxItems(maxConstraints), optional],
    rest: [each({}, struct({ key: { first: [required], rest: [checked(checkQualifiedName)] } }))],
  },
});

const resourceClaims = {
  first: [immutable, maxItems(maxClaims), optional],
  rest: [
    each(
      { type: 'scheduling/v1alpha2.PodGroupResourceClaim', key: 'name' },
      union('resourceClaimName', 'resourceClaimTemplateName'),
      struct({ name: label, resourceClaimName: optionalSubdomain, resourceClaimTemplateName: optionalSubdomain }),
    ),
  ],
};

/** A field that must not be set while a gate is off. */
function gated(gate: string, { first, rest }: { first: readonly Rule[]; rest: readonly Rule[] }) {
  return {
    first: [ifDisabled(gate, forbidden), ifDisabled(gate, optional), ...first.map((rule) => ifEnabled(gate, rule))],
    rest: rest.map((rule) => ifEnabled(gate, rule)),
  };
}

const template: FieldRules = {
  name: label,
  schedulingPolicy: { rest: schedulingPolicy },
  schedulingConstraints: gated(topology, { first: [optional], rest: [constraints] }),
  resourceClaims,
  disruptionMode: gated(preemption, { first: [optional], rest: [oneOfValues(['Pod', 'PodGroup'])] }),
  priorityClassName: gated(preemption, { first: [optional], rest: [longName] }),
  priority: gated(preemption, { first: [optional], rest: [atMost(highestUserPriority), atLeast(minInt32)] }),
};

export const workloadRules: FieldRules = {
  controllerRef: {
    first: [immutable, optional],
    rest: [struct({ apiGroup: optionalSubdomain, kind: pathSegment, name: pathSegment })],
  },
  podGroupTemplates: {
    first: [immutable, maxItems(maxTemplates), required],
    rest: [each({ type: 'scheduling/v1alpha2.PodGroupTemplate', key: 'name' }, struct(template))],
  },
};

export const podGroupRules: FieldRules = {
  podGroupTemplateRef: {
    first: [immutable, optional],
    rest: [
      union('workload'),
      struct({
        workload: { first: [optional], rest: [struct({ workloadName: subdomain, podGroupTemplateName: label })] },
      }),
    ],
  },
  schedulingPolicy: { first: [immutable], rest: schedulingPolicy },
  schedulingConstraints: gated(topology, { first: [optional, immutable], rest: [constraints] }),
  resourceClaims,
  disruptionMode: {
    // While the gate is off, a new group has the default.
    first: [
      ifDisabled(preemption, (site) => (site.isUpdate ? forbidden(site) : { errors: [] })),
      ifEnabled(preemption, requiredPointer),
      ifEnabled(preemption, immutable),
    ],
    rest: [ifEnabled(preemption, oneOfValues(['Pod', 'PodGroup']))],
  },
  priorityClassName: gated(preemption, { first: [optional, immutable], rest: [longName] }),
  priority: gated(preemption, {
    first: [optional, immutable],
    rest: [atMost(highestUserPriority), atLeast(minInt32)],
  }),
};

export const podGroupStatusRules: FieldRules = {
  resourceClaimStatuses: {
    first: [maxItems(maxClaims), optional],
    rest: [
      each(
        { type: 'scheduling/v1alpha2.PodGroupResourceClaimStatus', key: 'name' },
        struct({ resourceClaimName: optionalSubdomain }),
      ),
    ],
  },
};
