// Follows staging/src/k8s.io/pod-security-admission/policy/check_seLinuxOptions.go (v1.36)

import type { SELinuxOptions } from '../../../../api/core/v1.js';
import { namesOf, type PodCheck, plural, quoted, settersText, sorted } from './pod-check.js';

/** `allowedTypes`: SELinux types that may be set. An unset type is always allowed. */
export function seLinuxOptions(allowedTypes: readonly string[]): PodCheck {
  return ({ spec, containers }) => {
    const found: FoundOptions = { types: new Set(), hasUser: false, hasRole: false };
    const isForbidden = (options: SELinuxOptions | undefined): boolean =>
      options !== undefined && note(options, allowedTypes, found);
    const setters = settersText({
      byPod: isForbidden(spec.securityContext?.seLinuxOptions),
      containers: namesOf(containers, ({ securityContext }) => isForbidden(securityContext?.seLinuxOptions)),
    });
    if (setters === '') return undefined;
    const detail = `${setters} set forbidden securityContext.seLinuxOptions: ${foundText(found)}`;
    return { reason: 'seLinuxOptions', detail };
  };
}

interface FoundOptions {
  readonly types: Set<string>;
  hasUser: boolean;
  hasRole: boolean;
}

/** Records forbidden options; returns whether there are any. */
function note(options: SELinuxOptions, allowedTypes: readonly string[], found: FoundOptions): boolean {
  const { type = '', user = '', role = '' } = options;
  const isForbiddenType = type !== '' && !allowedTypes.includes(type);
  if (isForbiddenType) found.types.add(type);
  if (user !== '') found.hasUser = true;
  if (role !== '') found.hasRole = true;
  return isForbiddenType || user !== '' || role !== '';
}

function foundText({ types, hasUser, hasRole }: FoundOptions): string {
  const names = sorted(types);
  const parts = names.length > 0 ? [`${plural(names, 'type', 'types')} ${quoted(names)}`] : [];
  if (hasUser) parts.push('user may not be set');
  if (hasRole) parts.push('role may not be set');
  return parts.join('; ');
}
