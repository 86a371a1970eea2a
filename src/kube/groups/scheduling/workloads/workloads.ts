// Follows pkg/registry/scheduling/workload/strategy.go (v1.36)
// Follows pkg/apis/scheduling/validation/validation.go (v1.36)
// Follows pkg/printers/internalversion/printers.go (v1.36)

import type { PodGroupTemplate, Workload } from '../../../../api/scheduling/v1alpha2.js';
import { FieldPath } from '../../../../apimachinery/validation/index.js';
import { builtInResource } from '../../../built-in-resource.js';
import { validateDeclaratively } from '../../../declarative-validation.js';
import type { GatedChange } from '../../../feature-gates/index.js';
import { ageColumn, nameColumn } from '../../../printing/index.js';
import { updateValidation, validation } from '../../../validation.js';
import { dropDisabledTemplateFields } from '../disabled-fields.js';
import { workloadRules } from '../pod-group-rules.js';

const path = FieldPath.of('spec');

/** How the pods of a workload are scheduled together: templates of its PodGroups. */
export const workloads = builtInResource<Workload>('scheduling.k8s.io/v1alpha2', 'Workload', {
  plural: 'workloads',
  scope: 'Namespaced',
  featureGate: 'GenericWorkload',
  introduced: '1.36',
  columns: [nameColumn, ageColumn],
  strategy: {
    prepareForCreate: (object, { features }) => dropDisabledFields({ object, features }),
    prepareForUpdate: (change, { features }) => dropDisabledFields({ ...change, features }),
    validate: validation(({ spec }, { features }) =>
      validateDeclaratively({ path, value: spec, old: undefined, isUpdate: false, features }, workloadRules),
    ),
    validateUpdate: updateValidation(({ object, old }, { features }) =>
      validateDeclaratively({ path, value: object.spec, old: old.spec, isUpdate: true, features }, workloadRules),
    ),
  },
});

/** The template of the same index counts as the old one. */
function dropDisabledFields({ object, old, features }: GatedChange<Workload>): void {
  const before: readonly PodGroupTemplate[] = old?.spec.podGroupTemplates ?? [];
  for (const [index, template] of (object.spec.podGroupTemplates ?? []).entries()) {
    dropDisabledTemplateFields({ object: template, old: before[index], features });
  }
}
