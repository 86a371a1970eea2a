// Follows staging/src/k8s.io/pod-security-admission/policy/check_runAsNonRoot.go (v1.36)
// Follows staging/src/k8s.io/pod-security-admission/policy/check_runAsUser.go (v1.36)

import { containersText, namesOf, type PodCheck, settersText } from './pod-check.js';

export const runAsNonRoot: PodCheck = ({ spec, containers }) => {
  const reason = 'runAsNonRoot != true';
  const byAll = spec.securityContext?.runAsNonRoot;
  const setters = settersText({
    byPod: byAll === false,
    containers: namesOf(containers, ({ securityContext }) => securityContext?.runAsNonRoot === false),
  });
  if (setters !== '') return { reason, detail: `${setters} must not set securityContext.runAsNonRoot=false` };
  const unset = namesOf(containers, ({ securityContext }) => securityContext?.runAsNonRoot === undefined);
  if (byAll || unset.length === 0) return undefined;
  return { reason, detail: `pod or ${containersText(unset)} must set securityContext.runAsNonRoot=true` };
};

export const runAsUser: PodCheck = ({ spec, containers }) => {
  const setters = settersText({
    byPod: spec.securityContext?.runAsUser === 0,
    containers: namesOf(containers, ({ securityContext }) => securityContext?.runAsUser === 0),
  });
  return setters === '' ? undefined : { reason: 'runAsUser=0', detail: `${setters} must not set runAsUser=0` };
};
