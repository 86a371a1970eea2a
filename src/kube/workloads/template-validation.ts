// Follows pkg/apis/apps/validation/validation.go (v1.36)

import type { PodTemplateSpec } from '../../api/core/v1.js';
import type { LabelSelector as LabelSelectorSpec } from '../../api/meta/v1.js';
import { jsonEqual } from '../../apimachinery/meta/index.js';
import {
  type LabelSelector,
  labelSelectorFromSpec,
  SelectorError,
  validateLabelSelector,
} from '../../apimachinery/selectors/index.js';
import { type FieldError, type FieldPath, fieldIsImmutable } from '../../apimachinery/validation/index.js';
import type { StrategyContext } from '../../server/registry/index.js';
import { validatePodTemplate } from '../pod-spec/index.js';
import { asGiven, goValue } from '../types/index.js';
import type { SelectingSpec } from './workload.js';

/** A selector is required, and must not be empty. */
export function validateSelector(
  selector: LabelSelectorSpec | null | undefined,
  path: FieldPath,
  kind: string,
): FieldError[] {
  if (!selector) return [path.required()];
  return [...validateLabelSelector(selector, path), ...emptySelectorErrors(selector, path, kind)];
}

export function emptySelectorErrors(selector: LabelSelectorSpec, path: FieldPath, kind: string): FieldError[] {
  const { matchLabels, matchExpressions } = selector;
  if (Object.keys(matchLabels ?? {}).length + (matchExpressions?.length ?? 0) > 0) return [];
  return [path.invalid(goValue('meta/v1.LabelSelector', selector), `empty selector is invalid for ${kind}`)];
}

type Selecting = Pick<SelectingSpec, 'selector'>;

/** The selector is immutable. `path`: path of the spec. */
export function validateSameSelector(spec: Selecting, old: Selecting, path: FieldPath): FieldError[] {
  const [after, before] = [spec.selector ?? null, old.selector ?? null];
  if (jsonEqual(after, before)) return [];
  const shown = after ? goValue('meta/v1.LabelSelector', after) : null;
  return [path.child('selector').invalid(shown, fieldIsImmutable)];
}

/** Returns undefined if the selector is invalid. */
export function parseSelector(selector: LabelSelectorSpec | null | undefined): LabelSelector | undefined {
  try {
    return labelSelectorFromSpec(selector);
  } catch (error) {
    if (error instanceof SelectorError) return undefined;
    throw error;
  }
}

/** The selector must match the template labels. `path`: path of the spec. */
export function validateSelectedTemplate(
  { selector, template }: SelectingSpec,
  path: FieldPath,
  context: StrategyContext,
): FieldError[] {
  const parsed = parseSelector(selector);
  if (!parsed) {
    return [path.child('selector').invalid(goValue('meta/v1.LabelSelector', selector), 'invalid label selector')];
  }
  const templatePath = path.child('template');
  return [...labelErrors(parsed, template, templatePath), ...validatePodTemplate(template, templatePath, context)];
}

export function labelErrors(selector: LabelSelector, template: PodTemplateSpec, path: FieldPath): FieldError[] {
  const labels = template.metadata.labels;
  if (selector.isEmpty || selector.matches(labels ?? {})) return [];
  return [
    path
      .child('metadata', 'labels')
      .invalid(asGiven(template.metadata, 'labels', {}), '`selector` does not match template `labels`'),
  ];
}

/** The restart policy must be `Always`, without an active deadline. */
export function validateEndlessTemplate({ spec }: PodTemplateSpec, path: FieldPath, kind: string): FieldError[] {
  const { restartPolicy = '', activeDeadlineSeconds } = spec;
  const errors: FieldError[] = [];
  if (restartPolicy !== 'Always') {
    errors.push(path.child('spec', 'restartPolicy').notSupported(restartPolicy, ['Always']));
  }
  if (activeDeadlineSeconds !== undefined) {
    const detail = `activeDeadlineSeconds in ${kind} is not Supported`;
    errors.push(path.child('spec', 'activeDeadlineSeconds').forbidden(detail));
  }
  return errors;
}
