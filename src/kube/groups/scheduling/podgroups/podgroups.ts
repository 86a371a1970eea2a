// Follows pkg/registry/scheduling/podgroup/strategy.go (v1.36)
// Follows pkg/apis/scheduling/validation/validation.go (v1.36)
// Follows pkg/apis/scheduling/v1alpha2/defaults.go (v1.36)
// Follows pkg/printers/internalversion/printers.go (v1.36)

import type { PodGroup } from '../../../../api/scheduling/v1alpha2.js';
import { type FieldError, FieldPath, validateConditions } from '../../../../apimachinery/validation/index.js';
import { specAndStatus } from '../../../../server/registry/index.js';
import { builtInResource } from '../../../built-in-resource.js';
import { validateDeclaratively } from '../../../declarative-validation.js';
import { eachItem } from '../../../field-checks.js';
import { ageColumn, nameColumn, textColumn } from '../../../printing/index.js';
import { updateValidation, validation } from '../../../validation.js';
import { dropDisabledGroupFields } from '../disabled-fields.js';
import { podGroupRules, podGroupStatusRules } from '../pod-group-rules.js';

const [path, statusPath] = [FieldPath.of('spec'), FieldPath.of('status')];
const claims = 'DRAWorkloadResourceClaims';

/** Pods that are scheduled together. */
export const podGroups = builtInResource<PodGroup>('scheduling.k8s.io/v1alpha2', 'PodGroup', {
  plural: 'podgroups',
  scope: 'Namespaced',
  featureGate: 'GenericWorkload',
  introduced: '1.36',
  columns: [
    nameColumn,
    textColumn<PodGroup>('Policy', ({ spec }) => (spec.schedulingPolicy.gang ? 'Gang' : 'Basic'), {
      description: ['scheduling/v1alpha2.PodGroupSpec', 'schedulingPolicy'],
    }),
    textColumn<PodGroup>(
      'Workload',
      ({ spec }) => spec.podGroupTemplateRef?.workload?.workloadName ?? '<none>',
      'Name of the referenced Workload object',
    ),
    textColumn<PodGroup>('Status', stateText, 'Status of the PodGroup'),
    ageColumn,
  ],
  applyDefaults: ({ spec }) => {
    spec.disruptionMode ??= 'Pod';
  },
  strategies: specAndStatus<PodGroup>(
    {
      prepareForCreate: ({ spec }, { features }) => dropDisabledGroupFields({ object: spec, features }),
      prepareForUpdate: ({ object, old }, { features }) =>
        dropDisabledGroupFields({ object: object.spec, old: old.spec, features }),
      validate: validation(({ spec }, { features }) =>
        validateDeclaratively({ path, value: spec, old: undefined, isUpdate: false, features }, podGroupRules),
      ),
      validateUpdate: updateValidation(({ object, old }, { features }) =>
        validateDeclaratively({ path, value: object.spec, old: old.spec, isUpdate: true, features }, podGroupRules),
      ),
    },
    {
      generation: 'absent',
      prepareStatus({ object, old }, { features }) {
        const isUsed = features.isEnabled(claims) || (old.spec.resourceClaims ?? []).length > 0;
        if (!isUsed) delete object.status.resourceClaimStatuses;
      },
      validateStatus: updateValidation(({ object, old }, { features }) => [
        ...validateConditions(object.status.conditions ?? [], statusPath.child('conditions')),
        ...claimStatusErrors(object),
        ...validateDeclaratively(
          { path: statusPath, value: object.status, old: old.status, isUpdate: true, features },
          podGroupStatusRules,
        ),
      ]),
    },
  ),
});

function claimStatusErrors({ spec, status }: PodGroup): FieldError[] {
  const names = new Set((spec.resourceClaims ?? []).map(({ name }) => name));
  return eachItem(status.resourceClaimStatuses, statusPath.child('resourceClaimStatuses'), ({ name }, place) =>
    names.has(name)
      ? []
      : [place.child('name').invalid(name, 'must match the name of an entry in `spec.resourceClaims`')],
  );
}

function stateText({ status: { conditions = [] } }: PodGroup): string {
  const conditionOf = (wanted: string) => conditions.findLast(({ type }) => type === wanted);
  const disrupted = conditionOf('DisruptionTarget');
  if (disrupted) return disrupted.reason;
  const scheduled = conditionOf('PodGroupScheduled');
  if (!scheduled) return 'Pending';
  return scheduled.status === 'True' ? 'Scheduled' : 'Unschedulable';
}
