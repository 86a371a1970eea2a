// Follows pkg/apis/policy/validation/validation.go (v1.36)
// Follows pkg/registry/policy/poddisruptionbudget/strategy.go (v1.36)
// Follows pkg/printers/internalversion/printers.go (v1.36)

import type { PodDisruptionBudget } from '../../../../api/policy/v1.js';
import { jsonEqual } from '../../../../apimachinery/meta/index.js';
import { validateLabelSelector } from '../../../../apimachinery/selectors/index.js';
import {
  type FieldError,
  FieldPath,
  type IntOrString,
  nameIsPathSegment,
  validateConditions,
  validateNonnegative,
} from '../../../../apimachinery/validation/index.js';
import { type Replacement, specAndStatus } from '../../../../server/registry/index.js';
import { builtInResource } from '../../../built-in-resource.js';
import { oneOf } from '../../../field-checks.js';
import { ageColumn, integerColumn, nameColumn, textColumn } from '../../../printing/index.js';
import { goValue } from '../../../types/index.js';
import { validateAtMostAll, validateIntOrPercent } from '../../../workloads/index.js';

export const podDisruptionBudgets = builtInResource<PodDisruptionBudget>('policy/v1', 'PodDisruptionBudget', {
  plural: 'poddisruptionbudgets',
  shortNames: ['pdb'],
  scope: 'Namespaced',
  columns: [
    nameColumn,
    textColumn('Min Available', ({ spec }) => `${spec.minAvailable ?? 'N/A'}`, {
      description: 'The minimum number of pods that must be available.',
    }),
    textColumn('Max Unavailable', ({ spec }) => `${spec.maxUnavailable ?? 'N/A'}`, {
      description: 'The maximum number of pods that may be unavailable.',
    }),
    integerColumn('Allowed Disruptions', 'status.disruptionsAllowed', {
      description: 'Calculated number of pods that may be disrupted at this time.',
    }),
    ageColumn,
  ],
  strategies: specAndStatus<PodDisruptionBudget>(
    {
      nameRule: nameIsPathSegment,
      allowUnconditionalUpdate: false,
      validate: validateBudget,
      validateUpdate: ({ object }) => validateBudget(object),
    },
    { statusKeeps: [], validateStatus },
  ),
});

const path = FieldPath.of('spec');
const evictionPolicies = ['AlwaysAllow', 'IfHealthyBudget'];

function validateBudget({ spec }: PodDisruptionBudget): FieldError[] {
  const { minAvailable, maxUnavailable, selector = {}, unhealthyPodEvictionPolicy } = spec;
  const both = 'minAvailable and maxUnavailable cannot be both set';
  const hasBoth = minAvailable !== undefined && maxUnavailable !== undefined;
  return [
    ...(hasBoth ? [path.invalid(goValue('policy/v1.PodDisruptionBudgetSpec', spec), both)] : []),
    ...validateShare(minAvailable, path.child('minAvailable')),
    ...validateShare(maxUnavailable, path.child('maxUnavailable')),
    ...validateLabelSelector(selector, path.child('selector')),
    ...oneOf(unhealthyPodEvictionPolicy, evictionPolicies, path.child('unhealthyPodEvictionPolicy')),
  ];
}

/** A number of pods or a percentage. */
function validateShare(share: IntOrString | undefined, place: FieldPath): FieldError[] {
  return share === undefined ? [] : [...validateIntOrPercent(share, place), ...validateAtMostAll(share, place)];
}

const counts = ['disruptionsAllowed', 'currentHealthy', 'desiredHealthy', 'expectedPods'] as const;

function validateStatus({ object, old }: Replacement<PodDisruptionBudget>): FieldError[] {
  if (jsonEqual(object.status, old.status)) return [];
  const place = FieldPath.of('status');
  return [
    ...validateConditions(object.status.conditions ?? [], place.child('conditions')),
    ...counts.flatMap((field) => validateNonnegative(object.status[field] ?? 0, place.child(field))),
  ];
}
