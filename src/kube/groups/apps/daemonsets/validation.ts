import type { JsonObject } from '../../../../apimachinery/meta/index.js';
import { validateLabelSelector } from '../../../../apimachinery/selectors/index.js';
import {
  type FieldError,
  FieldPath,
  invalidValue,
  notSupported,
  required,
} from '../../../../apimachinery/validation/index.js';
import type { Replacement } from '../../../../server/registry/index.js';
import { validatePodTemplate } from '../../../pod-spec/index.js';
import { asGiven, goValue } from '../../../types/index.js';
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
import type { DaemonSetSpec } from './daemonsets.js';

const path = FieldPath.of('spec');
const selectorPath = path.child('selector');
const templatePath = path.child('template');

export function validateDaemonSet(daemonSet: JsonObject): FieldError[] {
  const spec = specOf(daemonSet);
  const { selector, template, updateStrategy } = spec;
  return [
    ...(selector ? validateLabelSelector(selector, selectorPath) : []),
    ...labelErrors(spec),
    ...(selector ? emptySelectorErrors(selector, selectorPath, 'daemonset') : []),
    ...validatePodTemplate(template, templatePath),
    ...validateEndlessTemplate(template, templatePath, 'DaemonSet'),
    ...validateCounts(spec, path, ['minReadySeconds']),
    ...strategyErrors(updateStrategy, path.child('updateStrategy')),
    ...validateCounts(spec, path, ['revisionHistoryLimit']),
  ];
}

export function validateDaemonSetUpdate({ object, old }: Replacement): FieldError[] {
  return [...validateSameSelector(specOf(object), specOf(old), path), ...validateDaemonSet(object)];
}

export function validateDaemonSetStatus(change: Replacement): FieldError[] {
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
  ];
  return [...validateStatusCounts(change, { fields }), ...validateCollisions(change)];
}

function specOf(daemonSet: JsonObject): DaemonSetSpec {
  return daemonSet['spec'] as unknown as DaemonSetSpec;
}

/** Without a selector, the daemon set would not match its own pods. */
function labelErrors({ selector, template }: DaemonSetSpec): FieldError[] {
  const labels = template.metadata?.labels;
  const parsed = parseSelector(selector);
  if (!parsed || parsed.matches(labels ?? {})) return [];
  const detail = '`selector` does not match template `labels`';
  return [invalidValue(templatePath.child('metadata', 'labels'), asGiven(template.metadata, 'labels', {}), detail)];
}

function strategyErrors(strategy: DaemonSetSpec['updateStrategy'], place: FieldPath): FieldError[] {
  const { type, rollingUpdate } = strategy;
  if (type === 'OnDelete') return [];
  if (type !== 'RollingUpdate') {
    return [notSupported(place, goValue('apps/v1.DaemonSetUpdateStrategy', strategy), ['RollingUpdate', 'OnDelete'])];
  }
  const rollingPath = place.child('rollingUpdate');
  if (!rollingUpdate) return [required(rollingPath, '')];
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
    errors.push(invalidValue(surgePath, maxSurge, 'may not be set when maxUnavailable is non-zero'));
  } else if (!hasUnavailable && !hasSurge) {
    errors.push(required(unavailablePath, 'cannot be 0 when maxSurge is 0'));
  }
  return errors;
}
