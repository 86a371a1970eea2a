// Follows pkg/apis/core/validation/validation.go (v1.36)

import type { AppArmorProfile, PodSpec, SeccompProfile } from '../../api/core/v1.js';
import type { FieldError, FieldPath } from '../../apimachinery/validation/index.js';
import type { FeatureGates } from '../../server/feature-gates/index.js';
import { validateLocalPath } from './path-validation.js';
import { placedContainers } from './pod.js';

export const mirrorAnnotation = 'kubernetes.io/config.mirror';
export const appArmorPrefix = 'container.apparmor.security.beta.kubernetes.io/';
const deletionCost = 'controller.kubernetes.io/pod-deletion-cost';
export const seccompPodAnnotation = 'seccomp.security.alpha.kubernetes.io/pod';
export const seccompContainerPrefix = 'container.seccomp.security.alpha.kubernetes.io/';
const localhost = 'localhost/';

type Annotations = Readonly<Record<string, string>>;

interface AnnotatedPod {
  readonly annotations: Annotations;
  readonly spec: PodSpec;
  readonly features: FeatureGates;
}

/** Validates annotations that kubelets and controllers interpret. */
export function validatePodAnnotations({ annotations, spec, features }: AnnotatedPod, path: FieldPath): FieldError[] {
  const errors: FieldError[] = [];
  const { [mirrorAnnotation]: mirror, [deletionCost]: cost, [seccompPodAnnotation]: seccomp } = annotations;
  if (mirror !== undefined && !spec.nodeName) {
    const detail = 'must set spec.nodeName if mirror pod annotation is set';
    errors.push(path.key(mirrorAnnotation).invalid(mirror, detail));
  }
  if (cost !== undefined && features.isEnabled('PodDeletionCost') && !isDeletionCost(cost)) {
    errors.push(path.key(deletionCost).invalid(cost, 'must be a 32bit integer'));
  }
  if (seccomp !== undefined) errors.push(...seccompErrors(seccomp, path.child(seccompPodAnnotation)));
  let names: Set<string> | undefined;
  for (const [key, value] of Object.entries(annotations)) {
    if (key.startsWith(seccompContainerPrefix)) errors.push(...seccompErrors(value, path.child(key)));
    if (!key.startsWith(appArmorPrefix)) continue;
    names ??= new Set(placedContainers(spec, path).map(({ container }) => container.name));
    errors.push(...appArmorErrors(key, value, { names, path: path.key(key) }));
  }
  return errors;
}

function isDeletionCost(text: string): boolean {
  return /^(0|-?[1-9][0-9]*)$/.test(text) && Number(text) >= -(2 ** 31) && Number(text) < 2 ** 31;
}

function seccompErrors(profile: string, path: FieldPath): FieldError[] {
  if (['runtime/default', 'docker/default', 'unconfined'].includes(profile)) return [];
  if (profile.startsWith(localhost)) return validateLocalPath(profile.slice(localhost.length), path);
  return [path.invalid(profile, 'must be a valid seccomp profile')];
}

function appArmorErrors(
  key: string,
  profile: string,
  { names, path }: { names: ReadonlySet<string>; path: FieldPath },
): FieldError[] {
  const name = key.slice(appArmorPrefix.length);
  const errors = names.has(name) ? [] : [path.invalid(name, 'container not found')];
  if (['', 'runtime/default', 'unconfined'].includes(profile) || profile.startsWith(localhost)) return errors;
  return [...errors, path.invalid(profile, `invalid AppArmor profile name: ${JSON.stringify(profile)}`)];
}

/** An annotation and the field that replaced it must match if both are set. */
export function validateProfileAnnotations(annotations: Annotations, spec: PodSpec, path: FieldPath): FieldError[] {
  const errors: FieldError[] = [];
  const compare = (
    annotation: string | undefined,
    profile: SeccompProfile | AppArmorProfile | undefined,
    place: { readonly at: FieldPath; readonly what: string },
  ): void => {
    const error = annotation === undefined || !profile ? undefined : mismatch(annotation, profile, place);
    if (error) errors.push(error);
  };
  const { seccompProfile, appArmorProfile } = spec.securityContext ?? {};
  const at = path.child('securityContext', 'seccompProfile');
  compare(annotations[seccompPodAnnotation], seccompProfile, { at, what: 'seccomp' });
  const placed = placedContainers(spec, path);
  for (const { container, path: place } of placed) {
    const { securityContext: own, name } = container;
    const at = place.child('securityContext', 'seccompProfile');
    compare(annotations[seccompContainerPrefix + name], own?.seccompProfile, { at, what: 'seccomp' });
  }
  if (spec.os?.name === 'windows') return errors;
  for (const { container, path: place } of placed) {
    const { securityContext: own, name } = container;
    const at = place.child('securityContext', 'appArmorProfile');
    compare(annotations[appArmorPrefix + name], own?.appArmorProfile ?? appArmorProfile, { at, what: 'apparmor' });
  }
  return errors;
}

function mismatch(
  annotation: string,
  { type, localhostProfile }: SeccompProfile | AppArmorProfile,
  { at, what }: { at: FieldPath; what: string },
): FieldError | undefined {
  const wrongType = at.child('type').forbidden(`${what} type in annotation and field must match`);
  switch (type) {
    case 'Unconfined':
      return annotation === 'unconfined' ? undefined : wrongType;
    case 'RuntimeDefault': {
      const isDefault = annotation === 'runtime/default' || (what === 'seccomp' && annotation === 'docker/default');
      return isDefault ? undefined : wrongType;
    }
    case 'Localhost':
      if (!annotation.startsWith(localhost)) return wrongType;
      if (annotation.slice(localhost.length) === localhostProfile) return undefined;
      return at.child('localhostProfile').forbidden(`${what} profile in annotation and field must match`);
    default:
      return undefined;
  }
}
