import { type Condition, type JsonObject, jsonEqual } from '../../../../apimachinery/meta/index.js';
import { type LabelSelectorSpec, validateLabelSelector } from '../../../../apimachinery/selectors/index.js';
import {
  checkPercent,
  type FieldError,
  FieldPath,
  invalidValue,
  nameIsPathSegment,
  validateConditions,
  validateNonnegative,
} from '../../../../apimachinery/validation/index.js';
import { defineResource, type Replacement } from '../../../../server/registry/index.js';
import { oneOf } from '../../../field-checks.js';
import { ageColumn, integerColumn, nameColumn, textColumn } from '../../../printing/index.js';
import { withStatusApart } from '../../../status-strategy.js';
import { builtInVersion, goValue } from '../../../types/index.js';

interface BudgetSpec {
  readonly minAvailable?: number | string;
  readonly maxUnavailable?: number | string;
  readonly selector?: LabelSelectorSpec;
  readonly unhealthyPodEvictionPolicy?: string;
}

interface BudgetStatus {
  readonly disruptionsAllowed?: number;
  readonly currentHealthy?: number;
  readonly desiredHealthy?: number;
  readonly expectedPods?: number;
  readonly conditions?: readonly Condition[];
}

const { main, status } = withStatusApart(
  {
    nameRule: nameIsPathSegment,
    allowUnconditionalUpdate: false,
    validate: validateBudget,
    validateUpdate: ({ object }) => validateBudget(object),
  },
  { generation: 'counted', metadata: 'changeable', validateStatus },
);

export const podDisruptionBudgets = defineResource({
  kind: 'PodDisruptionBudget',
  plural: 'poddisruptionbudgets',
  shortNames: ['pdb'],
  scope: 'Namespaced',
  versions: {
    v1: builtInVersion('policy/v1', 'PodDisruptionBudget', {
      columns: [
        nameColumn,
        textColumn('Min Available', (budget) => `${specOf(budget).minAvailable ?? 'N/A'}`),
        textColumn('Max Unavailable', (budget) => `${specOf(budget).maxUnavailable ?? 'N/A'}`),
        integerColumn('Allowed Disruptions', (budget) => statusOf(budget).disruptionsAllowed ?? 0),
        ageColumn,
      ],
    }),
  },
  strategy: main,
  subresources: { status: { verbs: ['get', 'patch', 'update'], strategy: status } },
});

const path = FieldPath.of('spec');
const evictionPolicies = ['AlwaysAllow', 'IfHealthyBudget'];

function specOf({ spec }: JsonObject): BudgetSpec {
  return (spec ?? {}) as unknown as BudgetSpec;
}

function statusOf({ status }: JsonObject): BudgetStatus {
  return (status ?? {}) as unknown as BudgetStatus;
}

function validateBudget(object: JsonObject): FieldError[] {
  const { minAvailable, maxUnavailable, selector = {}, unhealthyPodEvictionPolicy: policy } = specOf(object);
  const both = 'minAvailable and maxUnavailable cannot be both set';
  const hasBoth = minAvailable !== undefined && maxUnavailable !== undefined;
  return [
    ...(hasBoth ? [invalidValue(path, goValue('policy/v1.PodDisruptionBudgetSpec', object['spec']), both)] : []),
    ...(minAvailable === undefined ? [] : validateShare(minAvailable, path.child('minAvailable'))),
    ...(maxUnavailable === undefined ? [] : validateShare(maxUnavailable, path.child('maxUnavailable'))),
    ...validateLabelSelector(selector, path.child('selector')),
    ...(policy === undefined ? [] : oneOf(policy, evictionPolicies, path.child('unhealthyPodEvictionPolicy'))),
  ];
}

/** A number of pods or a percentage. */
function validateShare(share: number | string, place: FieldPath): FieldError[] {
  if (typeof share === 'number') return validateNonnegative(share, place);
  const problems = checkPercent(share);
  if (problems.length > 0) return problems.map((problem) => invalidValue(place, share, problem));
  return Number.parseInt(share, 10) > 100 ? [invalidValue(place, share, 'must not be greater than 100%')] : [];
}

const counts = ['disruptionsAllowed', 'currentHealthy', 'desiredHealthy', 'expectedPods'] as const;

function validateStatus({ object, old }: Replacement): FieldError[] {
  if (jsonEqual(object['status'], old['status'])) return [];
  const budget = statusOf(object);
  const place = FieldPath.of('status');
  return [
    ...validateConditions(budget.conditions ?? [], place.child('conditions')),
    ...counts.flatMap((field) => validateNonnegative(budget[field] ?? 0, place.child(field))),
  ];
}
