// Follows pkg/apis/apps/validation/validation.go (v1.36)

import type {
  RollingUpdateStatefulSetStrategy,
  StatefulSet,
  StatefulSetSpec,
  StatefulSetUpdateStrategy,
} from '../../../../api/apps/v1.js';
import type { PodTemplateSpec } from '../../../../api/core/v1.js';
import { jsonEqual } from '../../../../apimachinery/meta/index.js';
import {
  checkDns1123Label,
  type FieldError,
  FieldPath,
  validateAnnotations,
  validateLabels,
  validateNonnegative,
} from '../../../../apimachinery/validation/index.js';
import type { Replacement, UpdateValidationContext, ValidationContext } from '../../../../server/registry/index.js';
import { eachItem, oneOf } from '../../../field-checks.js';
import { validateClaimSpec, validatePodTemplate } from '../../../pod-spec/index.js';
import { goValue } from '../../../types/index.js';
import { validateMetadataUpdate, validation } from '../../../validation.js';
import {
  amountOf,
  labelErrors,
  parseSelector,
  validateAtMostAll,
  validateCollisions,
  validateCounts,
  validateEndlessTemplate,
  validateIntOrPercent,
  validateSelector,
  validateStatusCounts,
} from '../../../workloads/index.js';

const path = FieldPath.of('spec');
const templatePath = path.child('template');

export const validateStatefulSet = validation<StatefulSet>((statefulSet, context) => {
  const { spec } = statefulSet;
  const { serviceName, volumeClaimTemplates } = spec;
  return [
    ...policyErrors(spec),
    ...eachItem(volumeClaimTemplates, path.child('volumeClaimTemplates'), (claim, place) =>
      validateClaimSpec(claim.spec, place.child('spec')),
    ),
    ...countErrors(spec),
    ...path.child('serviceName').check(serviceName || undefined, checkDns1123Label),
    ...templateErrors(spec, context),
  ];
});

const changeable = [
  'replicas',
  'ordinals',
  'template',
  'updateStrategy',
  'revisionHistoryLimit',
  'persistentVolumeClaimRetentionPolicy',
  'minReadySeconds',
];
const settled =
  "updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy', " +
  "'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden";

export function validateStatefulSetUpdate(
  { object, old }: Replacement<StatefulSet>,
  context: UpdateValidationContext,
): FieldError[] {
  const { spec } = object;
  const errors = [
    ...validateMetadataUpdate(object, context),
    ...policyErrors(spec),
    ...countErrors(spec),
    ...templateErrors(spec, context),
  ];
  if (jsonEqual(unchangeable(spec), unchangeable(old.spec))) return errors;
  return [...errors, path.forbidden(settled)];
}

function unchangeable(spec: StatefulSetSpec): Partial<StatefulSetSpec> {
  return Object.fromEntries(Object.entries(spec).filter(([field]) => !changeable.includes(field)));
}

export function validateStatefulSetStatus(
  change: Replacement<StatefulSet>,
  context: UpdateValidationContext,
): FieldError[] {
  const errors = validateStatusCounts(change.object.status, {
    fields: [
      'replicas',
      'readyReplicas',
      'currentReplicas',
      'updatedReplicas',
      'availableReplicas',
      'observedGeneration',
      'collisionCount',
    ],
    atMostReplicas: ['readyReplicas', 'currentReplicas', 'updatedReplicas', 'availableReplicas'],
    readyName: 'status.readyReplicas',
  });
  return [...errors, ...validateMetadataUpdate(change.object, context), ...validateCollisions(change)];
}

function policyErrors({ podManagementPolicy: management, ...spec }: StatefulSetSpec): FieldError[] {
  const { updateStrategy, persistentVolumeClaimRetentionPolicy: retention = {} } = spec;
  const managementPath = path.child('podManagementPolicy');
  const retentionPath = path.child('persistentVolumeClaimRetentionPolicy');
  const errors: FieldError[] = [];
  if (!management) errors.push(managementPath.required());
  else if (!['OrderedReady', 'Parallel'].includes(management)) {
    errors.push(managementPath.invalid(management, "must be 'OrderedReady' or 'Parallel'"));
  }
  return [
    ...errors,
    ...updateErrors(updateStrategy, path.child('updateStrategy')),
    ...oneOf(retention.whenDeleted ?? '', ['Retain', 'Delete'], retentionPath.child('whenDeleted')),
    ...oneOf(retention.whenScaled ?? '', ['Retain', 'Delete'], retentionPath.child('whenScaled')),
  ];
}

function updateErrors(strategy: StatefulSetUpdateStrategy, place: FieldPath): FieldError[] {
  const { type, rollingUpdate } = strategy;
  const rollingPath = place.child('rollingUpdate');
  switch (type) {
    case 'OnDelete': {
      if (!rollingUpdate) return [];
      const detail = "only allowed for updateStrategy 'RollingUpdate'";
      return [rollingPath.invalid(goValue('apps/v1.RollingUpdateStatefulSetStrategy', rollingUpdate), detail)];
    }
    case 'RollingUpdate':
      return rollingErrors(rollingUpdate ?? {}, rollingPath);
    default:
      if (!type) return [place.required()];
      return [
        place.invalid(goValue('apps/v1.StatefulSetUpdateStrategy', strategy), "must be 'RollingUpdate' or 'OnDelete'"),
      ];
  }
}

function rollingErrors(
  { partition = 0, maxUnavailable }: RollingUpdateStatefulSetStrategy,
  place: FieldPath,
): FieldError[] {
  const errors = [...validateNonnegative(partition, place.child('partition'))];
  if (maxUnavailable === undefined) return errors;
  const field = place.child('maxUnavailable');
  return [
    ...errors,
    ...validateIntOrPercent(maxUnavailable, field),
    ...(amountOf(maxUnavailable) === 0 ? [field.invalid(maxUnavailable, 'cannot be 0')] : []),
    ...validateAtMostAll(maxUnavailable, field),
  ];
}

function countErrors(spec: StatefulSetSpec): FieldError[] {
  return [
    ...validateCounts(spec, path, ['replicas', 'minReadySeconds']),
    ...validateNonnegative(spec.ordinals?.start ?? 0, path.child('ordinals.start')),
  ];
}

/** Volume claims add volumes to the pods, and pod names are generated. */
function templateErrors(spec: StatefulSetSpec, context: ValidationContext): FieldError[] {
  const { selector, template } = spec;
  const selectorPath = path.child('selector');
  const errors = validateSelector(selector, selectorPath, 'statefulset');
  const parsed = parseSelector(selector);
  if (!parsed) errors.push(selectorPath.invalid(goValue('meta/v1.LabelSelector', selector), ''));
  else {
    const completed = completedTemplate(spec);
    errors.push(
      ...labelErrors(parsed, template, templatePath),
      ...validatePodTemplate(completed, templatePath, context),
    );
    // Upstream validates these twice.
    errors.push(...validateLabels(template.metadata.labels ?? {}, templatePath.child('labels')));
    errors.push(...validateAnnotations(template.metadata.annotations ?? {}, templatePath.child('annotations')));
  }
  return [...errors, ...validateEndlessTemplate(template, templatePath, 'StatefulSet')];
}

function completedTemplate({ template, volumeClaimTemplates = [] }: StatefulSetSpec): PodTemplateSpec {
  const { subdomain: _, hostname: __, ...spec } = template.spec;
  const names = new Set(volumeClaimTemplates.map(({ metadata }) => metadata.name ?? ''));
  const claims = [...names].map((name) => ({ name, persistentVolumeClaim: { claimName: name } }));
  const others = (spec.volumes ?? []).filter(({ name }) => !names.has(name));
  return { ...template, spec: { ...spec, volumes: [...claims, ...others] } };
}
