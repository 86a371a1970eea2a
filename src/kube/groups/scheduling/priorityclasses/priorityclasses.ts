// Follows pkg/apis/scheduling/validation/validation.go (v1.36)
// Follows pkg/registry/scheduling/priorityclass/strategy.go (v1.36)
// Follows pkg/apis/scheduling/v1/defaults.go (v1.36)
// Follows pkg/printers/internalversion/printers.go (v1.36)

import type { PriorityClass } from '../../../../api/scheduling/v1.js';
import { forbidden as forbiddenRequest } from '../../../../apimachinery/status/index.js';
import { type FieldError, FieldPath, validateImmutableField } from '../../../../apimachinery/validation/index.js';
import type { ValidationContext } from '../../../../server/registry/index.js';
import { builtInResource } from '../../../built-in-resource.js';
import { requiredOneOf } from '../../../field-checks.js';
import { ageColumn, booleanColumn, integerColumn, nameColumn, textColumn } from '../../../printing/index.js';
import { validateMetadata, validateMetadataUpdate } from '../../../validation.js';
import { highestUserPriority, isSystemClass, systemClasses } from './system-classes.js';

export const priorityClasses = builtInResource<PriorityClass>('scheduling.k8s.io/v1', 'PriorityClass', {
  plural: 'priorityclasses',
  shortNames: ['pc'],
  scope: 'Cluster',
  columns: [
    nameColumn,
    integerColumn('Value', 'value'),
    booleanColumn('Global-Default', 'globalDefault'),
    ageColumn,
    textColumn('PreemptionPolicy', 'preemptionPolicy'),
  ],
  applyDefaults: (object) => {
    object.preemptionPolicy ??= 'PreemptLowerPriority';
  },
  strategy: {
    prepareForCreate: ({ metadata }) => {
      metadata.generation = 1;
    },
    validate: validatePriorityClass,
    validateUpdate: ({ object, old }, context) => [
      ...validateMetadataUpdate(object, context),
      ...(object.value === old.value ? [] : [FieldPath.of('value').forbidden('may not be changed in an update.')]),
      ...validateImmutableField(object.preemptionPolicy, old.preemptionPolicy, policyPath),
    ],
    checkDeletable: refuseSystemClass,
  },
});

const systemPrefix = 'system-';
const preemptionPolicies = ['PreemptLowerPriority', 'Never'];
const policyPath = FieldPath.of('preemptionPolicy');

function validatePriorityClass(object: PriorityClass, context: ValidationContext): FieldError[] {
  const { metadata, preemptionPolicy } = object;
  return [
    ...validateMetadata(object, context),
    ...(metadata.name?.startsWith(systemPrefix) ? validateSystemClass(metadata.name, object) : validateValue(object)),
    ...requiredOneOf(preemptionPolicy, preemptionPolicies, policyPath),
  ];
}

function validateValue({ value = 0 }: PriorityClass): FieldError[] {
  if (value <= highestUserPriority) return [];
  const detail = `maximum allowed value of a user defined priority is ${highestUserPriority}`;
  return [FieldPath.of('value').forbidden(detail)];
}

function validateSystemClass(name: string, object: PriorityClass): FieldError[] {
  const problem = systemClassProblem(name, object);
  if (problem === undefined) return [];
  const detail = `priority class names with '${systemPrefix}' prefix are reserved for system use only. error: ${problem}`;
  return [FieldPath.of('metadata', 'name').forbidden(detail)];
}

function systemClassProblem(name: string, { value, globalDefault = false }: PriorityClass): string | undefined {
  const known = isSystemClass(name) ? systemClasses[name] : undefined;
  if (known === undefined) return `${name} is not a known system priority class`;
  if (known.value !== value) return `value of ${name} PriorityClass must be ${known.value}`;
  return globalDefault ? `globalDefault of ${name} PriorityClass must be false` : undefined;
}

function refuseSystemClass(name: string): void {
  if (!isSystemClass(name)) return;
  const problem = 'this is a system priority class and cannot be deleted';
  throw forbiddenRequest({ group: 'scheduling.k8s.io', resource: 'priorityclasses' }, name, problem);
}
