// Follows pkg/apis/core/validation/validation.go (v1.36)

import type {
  ResourceList,
  ResourceQuota,
  ResourceQuotaSpec,
  ScopedResourceSelectorRequirement,
} from '../../../../api/core/v1.js';
import { jsonEqual } from '../../../../apimachinery/meta/index.js';
import { type FieldError, FieldPath, fieldIsImmutable } from '../../../../apimachinery/validation/index.js';
import { validateResourceName } from '../../../pod-spec/index.js';
import { asGiven, goValue } from '../../../types/index.js';
import { updateValidation, validation } from '../../../validation.js';
import { validateAmount } from '../amounts.js';

const path = FieldPath.of('spec');
const podResources = ['pods', 'cpu', 'memory', 'limits.cpu', 'limits.memory', 'requests.cpu', 'requests.memory'];

/** Resources that a scope supports. */
const resourcesOfScopes: Readonly<Record<string, readonly string[]>> = {
  Terminating: podResources,
  NotTerminating: podResources,
  BestEffort: ['pods'],
  NotBestEffort: podResources,
  PriorityClass: podResources,
  CrossNamespacePodAffinity: podResources,
  VolumeAttributesClass: ['persistentvolumeclaims', 'requests.storage'],
};
const scopesWithoutValues = [
  'Terminating',
  'NotTerminating',
  'BestEffort',
  'NotBestEffort',
  'CrossNamespacePodAffinity',
];
const conflicts = [
  ['BestEffort', 'NotBestEffort'],
  ['Terminating', 'NotTerminating'],
];
const otherQuotaResources = [
  'ephemeral-storage',
  'requests.storage',
  'requests.ephemeral-storage',
  'limits.ephemeral-storage',
  'resourcequotas',
  'services',
  'replicationcontrollers',
  'secrets',
  'persistentvolumeclaims',
  'configmaps',
  'services.nodeports',
  'services.loadbalancers',
];

export const validateQuota = validation<ResourceQuota>((quota) => validateSpec(quota.spec));

export const validateQuotaUpdate = updateValidation<ResourceQuota>(({ object, old }) => {
  const [after = [], before = []] = [object.spec.scopes, old.spec.scopes];
  const sorted = (scopes: readonly string[]): string[] => [...new Set(scopes)].sort();
  const isSame = jsonEqual(sorted(after), sorted(before));
  return [
    ...validateSpec(object.spec),
    ...(isSame ? [] : [path.child('scopes').invalid(asGiven(object.spec, 'scopes', []), fieldIsImmutable)]),
  ];
});

export const validateQuotaStatus = updateValidation<ResourceQuota>(({ object }) => {
  const { hard = {}, used = {} } = object.status;
  return [
    ...validateAmounts(hard, FieldPath.of('status', 'hard')),
    ...validateAmounts(used, FieldPath.of('status', 'used')),
  ];
});

function validateSpec(spec: ResourceQuotaSpec): FieldError[] {
  return [
    ...validateAmounts(spec.hard ?? {}, path.child('hard')),
    ...validateScopes(spec),
    ...validateSelector(spec, path.child('scopeSelector', 'matchExpressions')),
  ];
}

function validateAmounts(amounts: ResourceList, place: FieldPath): FieldError[] {
  return Object.entries(amounts).flatMap(([name, amount]) => {
    const errors = validateResourceName(name, place.key(name));
    if (!name.includes('/') && !isQuotaResource(name)) {
      errors.push(place.key(name).invalid(name, 'must be a standard resource for quota'));
    }
    return [...errors, ...validateAmount(name, amount, place.key(name))];
  });
}

function isQuotaResource(name: string): boolean {
  return (
    podResources.includes(name) ||
    otherQuotaResources.includes(name) ||
    name.startsWith('hugepages-') ||
    name.startsWith('requests.hugepages-')
  );
}

/** Returns the resources that a scope does not support. */
function misfits(scope: string, { hard = {} }: ResourceQuotaSpec): string[] {
  const countable = Object.hasOwn(resourcesOfScopes, scope) ? resourcesOfScopes[scope] : undefined;
  if (countable === undefined) return [];
  return Object.keys(hard).filter((name) => isQuotaResource(name) && !countable.includes(name));
}

function validateScopes(spec: ResourceQuotaSpec): FieldError[] {
  const scopes = spec.scopes ?? [];
  const refuse = (detail: string): FieldError => path.child('scopes').invalid([...scopes], detail);
  return [
    ...scopes.flatMap((scope) => [
      ...(Object.hasOwn(resourcesOfScopes, scope) ? [] : [refuse('unsupported scope')]),
      ...misfits(scope, spec).map(() => refuse('unsupported scope applied to resource')),
    ]),
    ...(haveConflict(scopes) ? [refuse('conflicting scopes')] : []),
  ];
}

function haveConflict(scopes: readonly string[]): boolean {
  return conflicts.some((pair) => pair.every((scope) => scopes.includes(scope)));
}

function validateSelector(spec: ResourceQuotaSpec, place: FieldPath): FieldError[] {
  const requirements = spec.scopeSelector?.matchExpressions ?? [];
  const errors = requirements.flatMap((requirement) => [
    ...(Object.hasOwn(resourcesOfScopes, requirement.scopeName)
      ? []
      : [place.child('scopeName').invalid(requirement.scopeName, 'unsupported scope')]),
    ...misfits(requirement.scopeName, spec).map(() =>
      place.invalid(goValue('core/v1.ScopeSelector', spec.scopeSelector), 'unsupported scope applied to resource'),
    ),
    ...validateRequirement(requirement, place),
  ]);
  if (!haveConflict(requirements.map(({ scopeName }) => scopeName))) return errors;
  return [...errors, place.invalid(spec.scopes ? [...spec.scopes] : null, 'conflicting scopes')];
}

function validateRequirement(
  { scopeName, operator, values = [] }: ScopedResourceSelectorRequirement,
  place: FieldPath,
): FieldError[] {
  const errors: FieldError[] = [];
  if (scopesWithoutValues.includes(scopeName) && operator !== 'Exists') {
    const detail =
      "must be 'Exists' when scope is any of ResourceQuotaScopeTerminating, ResourceQuotaScopeNotTerminating, ResourceQuotaScopeBestEffort, ResourceQuotaScopeNotBestEffort or ResourceQuotaScopeCrossNamespacePodAffinity";
    errors.push(place.child('operator').invalid(operator, detail));
  }
  return [...errors, ...validateOperator(operator, values, place)];
}

function validateOperator(operator: string, values: readonly string[], place: FieldPath): FieldError[] {
  const field = place.child('values');
  switch (operator) {
    case 'In':
    case 'NotIn': {
      const detail = "must be at least one value when `operator` is 'In' or 'NotIn' for scope selector";
      return values.length === 0 ? [field.required(detail)] : [];
    }
    case 'Exists':
    case 'DoesNotExist': {
      const detail = "must be no value when `operator` is 'Exist' or 'DoesNotExist' for scope selector";
      return values.length === 0 ? [] : [field.invalid([...values], detail)];
    }
    default:
      return [place.child('operator').invalid(operator, 'not a valid selector operator')];
  }
}
