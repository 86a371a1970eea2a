// Follows pkg/apis/apps/validation/validation.go (v1.36)

import type { DaemonSet, DaemonSetSpec, DaemonSetUpdateStrategy } from '../../../../api/apps/v1.js';
import { validateLabelSelector } from '../../../../apimachinery/selectors/index.js';
import { type FieldError, FieldPath } from '../../../../apimachinery/validation/index.js';
import type { ValidationContext } from '../../../../server/registry/index.js';
import { validatePodTemplate } from '../../../pod-spec/index.js';
import { asGiven, goValue } from '../../../types/index.js';
import { updateValidation, validation } from '../../../validation.js';
import {
  amountOf,
  emptySelectorErrors,
  parseSelector,
  validateAtMostAll,
  validateCollisions,
  validateCounts,
  validateEndlessTemplate,
  validateIntOrPercent,
  validateSameSelector,
  validateStatusCounts,
} from '../../../workloads/index.js';

const path = FieldPath.of('spec');
const selectorPath = path.child('selector');
const templatePath = path.child('template');

export const validateDaemonSet = validation<DaemonSet>((daemonSet, context) => validateSpec(daemonSet.spec, context));

function validateSpec(spec: DaemonSetSpec, context: ValidationContext): FieldError[] {
  const { selector, template, updateStrategy } = spec;
  return [
    ...(selector ? validateLabelSelector(selector, selectorPath) : []),
    ...labelErrors(spec),
    ...(selector ? emptySelectorErrors(selector, selectorPath, 'daemonset') : []),
    ...validatePodTemplate(template, templatePath, context),
    ...validateEndlessTemplate(template, templatePath, 'DaemonSet'),
    ...validateCounts(spec, path, ['minReadySeconds']),
    ...strategyErrors(updateStrategy, path.child('updateStrategy')),
    ...validateCounts(spec, path, ['revisionHistoryLimit']),
  ];
}

export const validateDaemonSetUpdate = updateValidation<DaemonSet>(({ object, old }, context) => [
  ...validateSameSelector(object.spec, old.spec, path),
  ...validateSpec(object.spec, context),
]);

export const validateDaemonSetStatus = updateValidation<DaemonSet>((change) => {
  const fields = [
    'currentNumberScheduled',
    'numberMisscheduled',
    'desiredNumberScheduled',
    'numberReady',
    'observedGeneration',
    'updatedNumberScheduled',
    'numberAvailable',
    'numberUnavailable',
    'collisionCount',
  ] as const;
  return [...validateStatusCounts(change.object.status, { fields }), ...validateCollisions(change)];
});

/** Without a selector, the daemon set would not match its own pods. */
function labelErrors({ selector, template }: DaemonSetSpec): FieldError[] {
  const labels = template.metadata.labels;
  const parsed = parseSelector(selector);
  if (!parsed || parsed.matches(labels ?? {})) return [];
  const detail = '`selector` does not match template `labels`';
  return [templatePath.child('metadata', 'labels').invalid(asGiven(template.metadata, 'labels', {}), detail)];
}

function strategyErrors(strategy: DaemonSetUpdateStrategy, place: FieldPath): FieldError[] {
  const { type, rollingUpdate } = strategy;
  if (type === 'OnDelete') return [];
  if (type !== 'RollingUpdate') {
    return [place.notSupported(goValue('apps/v1.DaemonSetUpdateStrategy', strategy), ['RollingUpdate', 'OnDelete'])];
  }
  const rollingPath = place.child('rollingUpdate');
  if (!rollingUpdate) return [rollingPath.required()];
  const { maxUnavailable = 0, maxSurge = 0 } = rollingUpdate;
  const [unavailablePath, surgePath] = [rollingPath.child('maxUnavailable'), rollingPath.child('maxSurge')];
  const errors = [
    ...validateIntOrPercent(maxUnavailable, unavailablePath),
    ...validateIntOrPercent(maxSurge, surgePath),
    ...validateAtMostAll(maxUnavailable, unavailablePath),
    ...validateAtMostAll(maxSurge, surgePath),
  ];
  const [hasUnavailable, hasSurge] = [amountOf(maxUnavailable) !== 0, amountOf(maxSurge) !== 0];
  if (hasUnavailable && hasSurge) {
    errors.push(surgePath.invalid(maxSurge, 'may not be set when maxUnavailable is non-zero'));
  } else if (!hasUnavailable && !hasSurge) {
    errors.push(unavailablePath.required('cannot be 0 when maxSurge is 0'));
  }
  return errors;
}
