// Follows staging/src/k8s.io/pod-security-admission/policy/check_appArmorProfile.go (v1.36)
// Follows staging/src/k8s.io/pod-security-admission/policy/check_procMount_baseline.go (v1.36)
// Follows staging/src/k8s.io/pod-security-admission/policy/check_procMount_restricted.go (v1.36)
// Follows staging/src/k8s.io/pod-security-admission/policy/check_seccompProfile_baseline.go (v1.36)
// Follows staging/src/k8s.io/pod-security-admission/policy/check_seccompProfile_restricted.go (v1.36)

import { goQuote } from '../../../../apimachinery/meta/index.js';
import { appArmorPrefix, seccompContainerPrefix, seccompPodAnnotation } from '../../../pod-spec/index.js';
import {
  type CheckedPod,
  containersText,
  namesOf,
  offenceOf,
  type PodCheck,
  plural,
  quoted,
  settersText,
  sorted,
} from './pod-check.js';

type ProfileField = 'appArmorProfile' | 'seccompProfile';

interface ForbiddenProfiles {
  /** Empty: not set. */
  readonly setters: string;
  readonly types: readonly string[];
}

function isAllowedType(type: string): boolean {
  return type === 'RuntimeDefault' || type === 'Localhost';
}

function forbiddenProfiles(pod: CheckedPod, field: ProfileField): ForbiddenProfiles {
  const ofPod = pod.spec.securityContext?.[field];
  const byPod = ofPod !== undefined && !isAllowedType(ofPod.type ?? '');
  const offence = offenceOf(pod, ({ securityContext }) => {
    const profile = securityContext?.[field];
    return profile === undefined || isAllowedType(profile.type ?? '') ? [] : [profile.type ?? ''];
  });
  const types = new Set(offence?.values);
  if (byPod) types.add(ofPod.type ?? '');
  return { setters: settersText({ byPod, containers: offence?.containers ?? [] }), types: sorted(types) };
}

export const appArmorProfile: PodCheck = (pod) => {
  const { setters, types } = forbiddenProfiles(pod, 'appArmorProfile');
  const annotations = forbiddenAnnotations(pod, (key) => key.startsWith(appArmorPrefix), isAllowedAppArmor);
  if (setters === '' && annotations.length === 0) return undefined;
  const all = annotations.length === 0 ? [] : [plural(annotations, 'annotation', 'annotations')];
  if (setters !== '') all.unshift(setters);
  const values = [...types, ...annotations];
  return {
    reason: plural(values, 'forbidden AppArmor profile', 'forbidden AppArmor profiles'),
    detail: `${all.join(' and ')} must not set AppArmor profile type to ${quoted(values)}`,
  };
};

function isAllowedAppArmor(profile: string): boolean {
  return profile === '' || profile === 'runtime/default' || profile.startsWith('localhost/');
}

/** The annotations that preceded the seccomp fields. */
export const seccompAnnotations: PodCheck = (pod) => {
  const keys = new Set([seccompPodAnnotation, ...pod.containers.map(({ name }) => seccompContainerPrefix + name)]);
  const forbidden = forbiddenAnnotations(pod, (key) => keys.has(key), isAllowedSeccomp);
  if (forbidden.length === 0) return undefined;
  const detail = `forbidden ${plural(forbidden, 'annotation', 'annotations')} ${forbidden.join(', ')}`;
  return { reason: 'seccompProfile', detail };
};

function isAllowedSeccomp(profile: string): boolean {
  return profile === 'runtime/default' || profile === 'docker/default' || profile.startsWith('localhost/');
}

function forbiddenAnnotations(
  { annotations }: CheckedPod,
  isAbout: (key: string) => boolean,
  isAllowed: (value: string) => boolean,
): string[] {
  const forbidden = Object.keys(annotations).filter((key) => isAbout(key) && !isAllowed(annotations[key]!));
  return sorted(forbidden.map((key) => `${key}=${goQuote(annotations[key]!)}`));
}

export const baselineSeccomp: PodCheck = (pod) => {
  const { setters, types } = forbiddenProfiles(pod, 'seccompProfile');
  if (setters === '') return undefined;
  const detail = `${setters} must not set securityContext.seccompProfile.type to ${quoted(types)}`;
  return { reason: 'seccompProfile', detail };
};

export const restrictedSeccomp: PodCheck = (pod) => {
  const forbidden = baselineSeccomp(pod);
  if (forbidden || pod.spec.securityContext?.seccompProfile) return forbidden;
  const unset = namesOf(pod.containers, ({ securityContext }) => securityContext?.seccompProfile === undefined);
  if (unset.length === 0) return undefined;
  const detail = `pod or ${containersText(unset)} must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost"`;
  return { reason: 'seccompProfile', detail };
};

export const procMount: PodCheck = (pod) => {
  const offence = offenceOf(pod, ({ securityContext }) => {
    const mount = securityContext?.procMount;
    return mount === undefined || mount === 'Default' ? [] : [mount];
  });
  if (!offence) return undefined;
  const { containers, values } = offence;
  const detail = `${containersText(containers)} must not set securityContext.procMount to ${quoted(values)}`;
  return { reason: 'procMount', detail };
};
