import type { JsonObject } from '../../../../apimachinery/meta/index.js';
import {
  type FieldError,
  FieldPath,
  forbidden,
  invalidValue,
  notSupported,
  required,
} from '../../../../apimachinery/validation/index.js';
import type { Replacement } from '../../../../server/registry/index.js';
import { goValue } from '../../../types/index.js';
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
import type { DeploymentSpec } from './deployments.js';

const path = FieldPath.of('spec');

export function validateDeployment(deployment: JsonObject): FieldError[] {
  const spec = specOf(deployment);
  return [
    ...validateCounts(spec, path, ['replicas']),
    ...validateSelector(spec.selector, path.child('selector'), 'deployment'),
    ...validateSelectedTemplate(spec, path),
    ...validateEndlessTemplate(spec.template, path.child('template'), 'ReplicaSet'),
    ...strategyErrors(spec.strategy, path.child('strategy')),
    ...validateCounts(spec, path, ['minReadySeconds', 'revisionHistoryLimit', 'progressDeadlineSeconds']),
    ...deadlineErrors(spec),
  ];
}

export function validateDeploymentUpdate({ object, old }: Replacement): FieldError[] {
  return [...validateDeployment(object), ...validateSameSelector(specOf(object), specOf(old), path)];
}

export function validateDeploymentStatus(change: Replacement): FieldError[] {
  const errors = validateStatusCounts(change, {
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
    parts: ['updatedReplicas', 'readyReplicas', 'availableReplicas'],
  });
  return [...errors, ...validateCollisions(change)];
}

function specOf(deployment: JsonObject): DeploymentSpec {
  return deployment['spec'] as unknown as DeploymentSpec;
}

function strategyErrors(strategy: DeploymentSpec['strategy'], place: FieldPath): FieldError[] {
  const { type, rollingUpdate } = strategy;
  const rollingPath = place.child('rollingUpdate');
  switch (type) {
    case 'Recreate':
      if (!rollingUpdate) return [];
      return [forbidden(rollingPath, "may not be specified when strategy `type` is 'Recreate'")];
    case 'RollingUpdate':
      if (!rollingUpdate) return [required(rollingPath, 'this should be defaulted and never be nil')];
      return rollingErrors(rollingUpdate, rollingPath);
    default:
      return [notSupported(place, goValue('apps/v1.DeploymentStrategy', strategy), ['Recreate', 'RollingUpdate'])];
  }
}

function rollingErrors(
  { maxUnavailable = 0, maxSurge = 0 }: NonNullable<DeploymentSpec['strategy']['rollingUpdate']>,
  place: FieldPath,
): FieldError[] {
  const unavailablePath = place.child('maxUnavailable');
  const errors = [
    ...validateIntOrPercent(maxUnavailable, unavailablePath),
    ...validateIntOrPercent(maxSurge, place.child('maxSurge')),
  ];
  if (amountOf(maxUnavailable) === 0 && amountOf(maxSurge) === 0) {
    errors.push(invalidValue(unavailablePath, maxUnavailable, 'may not be 0 when `maxSurge` is 0'));
  }
  return [...errors, ...validateAtMostAll(maxUnavailable, unavailablePath)];
}

function deadlineErrors({ progressDeadlineSeconds: deadline, minReadySeconds = 0 }: DeploymentSpec): FieldError[] {
  if (deadline === undefined || deadline > minReadySeconds) return [];
  return [invalidValue(path.child('progressDeadlineSeconds'), deadline, 'must be greater than minReadySeconds')];
}
