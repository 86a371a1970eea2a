// Follows pkg/apis/autoscaling/validation/validation.go (v1.36)

import type {
  HorizontalPodAutoscaler,
  HorizontalPodAutoscalerSpec,
  HPAScalingPolicy,
  HPAScalingRules,
} from '../../../../api/autoscaling/v2.js';
import { type FieldError, FieldPath, validateNonnegative } from '../../../../apimachinery/validation/index.js';
import type { ValidationContext } from '../../../../server/registry/index.js';
import { eachItem, oneOf, validateRequired } from '../../../field-checks.js';
import { validateNonnegativeQuantity } from '../../../quantity-rules.js';
import { updateValidation, validation } from '../../../validation.js';
import { validateMetrics } from './metrics-validation.js';
import { validateReference } from './reference-validation.js';

const path = FieldPath.of('spec');
const maxWindowSeconds = 3600;
const maxPeriodSeconds = 1800;
const selectPolicies = ['Disabled', 'Max', 'Min'];
const policyTypes = ['Percent', 'Pods'];

export const validateAutoscaler = validation<HorizontalPodAutoscaler>((autoscaler, context) =>
  validateSpec(autoscaler.spec, context),
);

export const validateAutoscalerUpdate = updateValidation<HorizontalPodAutoscaler>(({ object, old }, context) =>
  validateSpec(object.spec, context, old.spec),
);

/** `minReplicas: 0` requires a feature gate, unless it is stored already. */
function validateSpec(
  spec: HorizontalPodAutoscalerSpec,
  { features }: ValidationContext,
  before?: HorizontalPodAutoscalerSpec,
): FieldError[] {
  const mayBeZero = features.isEnabled('HPAScaleToZero') || before?.minReplicas === 0;
  const { scaleTargetRef: target, behavior = {} } = spec;
  const allowsAnyVersion =
    before?.scaleTargetRef.apiVersion === target.apiVersion && before?.scaleTargetRef.kind === target.kind;
  return [
    ...validateReplicas(spec, mayBeZero ? 0 : 1),
    ...validateReference(target, path.child('scaleTargetRef'), {
      allowsEmptyGroup: target.kind === 'ReplicationController',
      allowsAnyVersion: before !== undefined && allowsAnyVersion,
    }),
    ...validateMetrics(spec, path.child('metrics')),
    ...(behavior.scaleUp ? validateRules(behavior.scaleUp, path.child('behavior', 'scaleUp')) : []),
    ...(behavior.scaleDown ? validateRules(behavior.scaleDown, path.child('behavior', 'scaleDown')) : []),
  ];
}

export const validateAutoscalerStatus = updateValidation<HorizontalPodAutoscaler>(({ object }) => {
  const { currentReplicas = 0, desiredReplicas } = object.status;
  return [
    ...validateNonnegative(currentReplicas, FieldPath.of('status', 'currentReplicas')),
    ...validateNonnegative(desiredReplicas, FieldPath.of('status', 'desiredReplicas')),
  ];
});

function validateReplicas({ minReplicas, maxReplicas }: HorizontalPodAutoscalerSpec, lowest: number): FieldError[] {
  const [min, max] = [path.child('minReplicas'), path.child('maxReplicas')];
  const errors: FieldError[] = [];
  if (minReplicas !== undefined && minReplicas < lowest) {
    errors.push(min.invalid(minReplicas, `must be greater than or equal to ${lowest}`));
  }
  if (maxReplicas === 0) errors.push(max.required('must be set and greater than 0'));
  else if (maxReplicas < 0) errors.push(max.invalid(maxReplicas, 'must be greater than or equal to 1'));
  if (minReplicas !== undefined && maxReplicas < minReplicas) {
    errors.push(max.invalid(maxReplicas, 'must be greater than or equal to `minReplicas`'));
  }
  return errors;
}

function validateRules(rules: HPAScalingRules, place: FieldPath): FieldError[] {
  const { stabilizationWindowSeconds: seconds = 0, selectPolicy, policies = [], tolerance } = rules;
  const window = place.child('stabilizationWindowSeconds');
  const policyPath = place.child('policies');
  return [
    ...(seconds < 0 ? [window.invalid(seconds, 'must be greater than or equal to zero')] : []),
    ...(seconds > maxWindowSeconds
      ? [window.invalid(seconds, `must be less than or equal to ${maxWindowSeconds}`)]
      : []),
    ...oneOf(selectPolicy, selectPolicies, place.child('selectPolicy')),
    ...validateRequired(policies, policyPath, 'must specify at least one Policy'),
    ...eachItem(policies, policyPath, validatePolicy),
    ...(tolerance === undefined ? [] : validateNonnegativeQuantity(tolerance, place.child('tolerance'))),
  ];
}

function validatePolicy({ type, value, periodSeconds }: HPAScalingPolicy, place: FieldPath): FieldError[] {
  const errors = oneOf(type, policyTypes, place.child('type'));
  const period = place.child('periodSeconds');
  if (value <= 0) errors.push(place.child('value').invalid(value, 'must be greater than zero'));
  if (periodSeconds <= 0) errors.push(period.invalid(periodSeconds, 'must be greater than zero'));
  if (periodSeconds > maxPeriodSeconds) {
    errors.push(period.invalid(periodSeconds, `must be less than or equal to ${maxPeriodSeconds}`));
  }
  return errors;
}
