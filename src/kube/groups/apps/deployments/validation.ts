// Follows pkg/apis/apps/validation/validation.go (v1.36)

import type {
  Deployment,
  DeploymentSpec,
  DeploymentStrategy,
  RollingUpdateDeployment,
} from '../../../../api/apps/v1.js';
import { type FieldError, FieldPath } from '../../../../apimachinery/validation/index.js';
import type { ValidationContext } from '../../../../server/registry/index.js';
import { goValue } from '../../../types/index.js';
import { updateValidation, validation } from '../../../validation.js';
import {
  amountOf,
  validateAtMostAll,
  validateCollisions,
  validateCounts,
  validateEndlessTemplate,
  validateIntOrPercent,
  validateSameSelector,
  validateSelectedTemplate,
  validateSelector,
  validateStatusCounts,
} from '../../../workloads/index.js';

const path = FieldPath.of('spec');

export const validateDeployment = validation<Deployment>((deployment, context) =>
  validateSpec(deployment.spec, context),
);

function validateSpec(spec: DeploymentSpec, context: ValidationContext): FieldError[] {
  return [
    ...validateCounts(spec, path, ['replicas']),
    ...validateSelector(spec.selector, path.child('selector'), 'deployment'),
    ...validateSelectedTemplate(spec, path, context),
    ...validateEndlessTemplate(spec.template, path.child('template'), 'ReplicaSet'),
    ...strategyErrors(spec.strategy, path.child('strategy')),
    ...validateCounts(spec, path, ['minReadySeconds', 'revisionHistoryLimit', 'progressDeadlineSeconds']),
    ...deadlineErrors(spec),
  ];
}

export const validateDeploymentUpdate = updateValidation<Deployment>(({ object, old }, context) => [
  ...validateSpec(object.spec, context),
  ...validateSameSelector(object.spec, old.spec, path),
]);

export const validateDeploymentStatus = updateValidation<Deployment>((change) => {
  const errors = validateStatusCounts(change.object.status, {
    fields: [
      'observedGeneration',
      'replicas',
      'updatedReplicas',
      'readyReplicas',
      'availableReplicas',
      'unavailableReplicas',
      'terminatingReplicas',
      'collisionCount',
    ],
    atMostReplicas: ['updatedReplicas', 'readyReplicas', 'availableReplicas'],
  });
  return [...errors, ...validateCollisions(change)];
});

function strategyErrors(strategy: DeploymentStrategy, place: FieldPath): FieldError[] {
  const { type, rollingUpdate } = strategy;
  const rollingPath = place.child('rollingUpdate');
  switch (type) {
    case 'Recreate':
      if (!rollingUpdate) return [];
      return [rollingPath.forbidden("may not be specified when strategy `type` is 'Recreate'")];
    case 'RollingUpdate':
      if (!rollingUpdate) return [rollingPath.required('this should be defaulted and never be nil')];
      return rollingErrors(rollingUpdate, rollingPath);
    default:
      return [place.notSupported(goValue('apps/v1.DeploymentStrategy', strategy), ['Recreate', 'RollingUpdate'])];
  }
}

function rollingErrors({ maxUnavailable = 0, maxSurge = 0 }: RollingUpdateDeployment, place: FieldPath): FieldError[] {
  const unavailablePath = place.child('maxUnavailable');
  const errors = [
    ...validateIntOrPercent(maxUnavailable, unavailablePath),
    ...validateIntOrPercent(maxSurge, place.child('maxSurge')),
  ];
  if (amountOf(maxUnavailable) === 0 && amountOf(maxSurge) === 0) {
    errors.push(unavailablePath.invalid(maxUnavailable, 'may not be 0 when `maxSurge` is 0'));
  }
  return [...errors, ...validateAtMostAll(maxUnavailable, unavailablePath)];
}

function deadlineErrors({ progressDeadlineSeconds: deadline, minReadySeconds = 0 }: DeploymentSpec): FieldError[] {
  if (deadline === undefined || deadline > minReadySeconds) return [];
  return [path.child('progressDeadlineSeconds').invalid(deadline, 'must be greater than minReadySeconds')];
}
