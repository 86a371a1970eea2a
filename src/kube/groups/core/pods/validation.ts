// Follows pkg/apis/core/validation/validation.go (v1.36)

import type { Container, Pod, PodSpec } from '../../../../api/core/v1.js';
import { annotationsOf, jsonEqual } from '../../../../apimachinery/meta/index.js';
import { type FieldError, FieldPath, validateOnce } from '../../../../apimachinery/validation/index.js';
import type { Replacement, UpdateValidationContext, ValidationContext } from '../../../../server/registry/index.js';
import { eachItem } from '../../../field-checks.js';
import {
  appArmorPrefix,
  mirrorAnnotation,
  validateImageText,
  validatePodAnnotations,
  validatePodSpec,
  validateProfileAnnotations,
} from '../../../pod-spec/index.js';
import { goDifference } from '../../../types/index.js';
import { updateValidation, validation } from '../../../validation.js';
import { validateSchedulingChange, withOldScheduling } from './scheduling-change.js';

export const specPath = FieldPath.of('spec');
const annotationsPath = FieldPath.of('metadata', 'annotations');
const maxInt32 = 2 ** 31 - 1;

export function validatePod(pod: Pod, context: ValidationContext): FieldError[] {
  const { spec } = pod;
  const errors = validateMetadataAndSpec(pod, context);
  if (spec.ephemeralContainers?.length) {
    errors.push(specPath.child('ephemeralContainers').forbidden('cannot be set on create'));
  }
  if (spec.nodeName && spec.schedulingGates?.length) {
    errors.push(specPath.child('nodeName').forbidden('cannot be set until all schedulingGates have been cleared'));
  }
  return [...errors, ...validateOnce(() => validateProfileAnnotations(annotationsOf(pod), spec, specPath))];
}

/** Rules on create and update. */
export const validateMetadataAndSpec = validation<Pod>((pod, context) => {
  const { metadata, spec } = pod;
  return [
    ...validatePodAnnotations({ annotations: annotationsOf(pod), spec, features: context.features }, annotationsPath),
    ...validatePodSpec(spec, specPath, { isPod: true, podName: metadata.name, features: context.features }),
    ...(spec.serviceAccountName ? [] : tokenErrors(spec)),
    ...eachItem(spec.containers, specPath.child('containers'), validateImageText),
    ...eachItem(spec.initContainers, specPath.child('initContainers'), validateImageText),
  ];
});

function tokenErrors({ volumes }: PodSpec): FieldError[] {
  return eachItem(volumes, specPath.child('volumes'), ({ projected }, place) =>
    eachItem(projected?.sources, place.child('projected', 'sources'), ({ serviceAccountToken }, at) => {
      const detail = 'must not be specified when serviceAccountName is not set';
      return serviceAccountToken ? [at.child('serviceAccountToken').forbidden(detail)] : [];
    }),
  );
}

const settled: readonly (readonly [what: string, matches: (key: string) => boolean])[] = [
  ['AppArmor annotations', (key) => key.startsWith(appArmorPrefix)],
  ['mirror pod annotation', (key) => key === mirrorAnnotation],
];

export function validateAnnotationChange(
  { object, old }: Replacement<Pod>,
  { features }: Pick<ValidationContext, 'features'>,
): FieldError[] {
  const [annotations, before] = [annotationsOf(object), annotationsOf(old)];
  const errors: FieldError[] = [];
  for (const [what, matches] of settled) {
    for (const [key, value] of Object.entries(before)) {
      if (!matches(key) || annotations[key] === value) continue;
      errors.push(annotationsPath.key(key).forbidden(`may not remove or update ${what}`));
    }
    for (const key of Object.keys(annotations)) {
      if (!matches(key) || Object.hasOwn(before, key)) continue;
      errors.push(annotationsPath.key(key).forbidden(`may not add ${what}`));
    }
  }
  return [...errors, ...validatePodAnnotations({ annotations, spec: object.spec, features }, annotationsPath)];
}

/** What updates of a pod and of its ephemeral containers have in common. */
export const validateMetadataSpecAndAnnotations = updateValidation<Pod>((change, context) => [
  ...validateMetadataAndSpec(change.object, context),
  ...validateAnnotationChange(change, context),
]);

const updatable = [
  '`spec.containers[*].image`',
  '`spec.initContainers[*].image`',
  '`spec.activeDeadlineSeconds`',
  '`spec.tolerations` (only additions to existing tolerations)',
  '`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)',
].join(',');

export function validatePodUpdate(change: Replacement<Pod>, context: UpdateValidationContext): FieldError[] {
  const [spec, old] = [change.object.spec, change.old.spec];
  const errors = validateMetadataSpecAndAnnotations(change, context);
  for (const field of ['containers', 'initContainers'] as const) {
    const [containers, before] = [spec[field] ?? [], old[field] ?? []];
    const path = specPath.child(field);
    if (containers.length !== before.length) {
      return [...errors, path.forbidden('pod updates may not add or remove containers')];
    }
    errors.push(...eachItem(containers, path, imageErrors));
  }
  const deadline = deadlineErrors(spec.activeDeadlineSeconds, old.activeDeadlineSeconds);
  errors.push(...deadline);
  if (deadline.length > 0 && spec.activeDeadlineSeconds !== undefined) return errors;
  errors.push(...validateSchedulingChange(spec, old, specPath));
  const settled = withOldValues(spec, old);
  if (jsonEqual(settled, old)) return errors;
  const changes = goDifference('core/v1.PodSpec', old, settled);
  return [...errors, specPath.forbidden(`pod updates may not change fields other than ${updatable}\n${changes}`)];
}

function imageErrors(container: Container, path: FieldPath): FieldError[] {
  const errors = validateImageText(container, path);
  return container.image ? errors : [path.child('image').required(), ...errors];
}

/** A deadline may be set or shortened, but not removed. */
function deadlineErrors(deadline: number | undefined, old: number | undefined): FieldError[] {
  const path = specPath.child('activeDeadlineSeconds');
  if (deadline === undefined) {
    if (old === undefined) return [];
    return [path.invalid(null, 'must not update from a positive integer to nil value')];
  }
  if (deadline < 0 || deadline > maxInt32) {
    return [path.invalid(deadline, `must be between 0 and ${maxInt32}, inclusive`)];
  }
  if (old === undefined || deadline <= old) return [];
  return [path.invalid(deadline, 'must be less than or equal to previous value')];
}

/** Returns the new spec with the mutable fields reset: any remaining difference is forbidden. */
function withOldValues(spec: PodSpec, old: PodSpec): PodSpec {
  const munged = { ...spec, containers: withOldImages(spec.containers, old.containers) ?? null };
  const initContainers = withOldImages(spec.initContainers, old.initContainers);
  if (initContainers) munged.initContainers = initContainers;
  keep(munged, old, 'activeDeadlineSeconds');
  const { terminationGracePeriodSeconds: grace = 0 } = old;
  if (grace < 0 && spec.terminationGracePeriodSeconds === 1) keep(munged, old, 'terminationGracePeriodSeconds');
  return withOldScheduling(munged, old);
}

function withOldImages(containers: Container[] | null | undefined, old: Container[] | null | undefined) {
  return containers?.map((container, index) => {
    const before = old?.[index]?.image;
    return before === undefined ? container : { ...container, image: before };
  });
}

export function keep<Spec extends object>(spec: Spec, old: Spec, field: keyof Spec): void {
  if (old[field] === undefined) delete spec[field];
  else spec[field] = old[field];
}
