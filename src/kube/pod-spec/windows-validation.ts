// Follows pkg/apis/core/validation/validation.go (v1.36)

import type { PodSpec, WindowsSecurityContextOptions } from '../../api/core/v1.js';
import { checkDns1123Subdomain, type FieldError, type FieldPath } from '../../apimachinery/validation/index.js';
import { placedContainers } from './pod.js';

const maxCredentialKibibytes = 64;
const [maxDomainLength, maxUserLength] = [256, 104];

export function validateWindowsOptions(
  options: WindowsSecurityContextOptions | undefined,
  path: FieldPath,
): FieldError[] {
  const { gmsaCredentialSpecName: name, gmsaCredentialSpec: spec, runAsUserName: user } = options ?? {};
  const errors = name === undefined ? [] : path.child('gmsaCredentialSpecName').check(name, checkDns1123Subdomain);
  const specPath = path.child('gmsaCredentialSpec');
  if (spec === '') errors.push(specPath.invalid(spec, 'gmsaCredentialSpec cannot be an empty string'));
  else if (spec !== undefined && Buffer.byteLength(spec) > maxCredentialKibibytes * 1024) {
    errors.push(specPath.invalid(spec, `gmsaCredentialSpec size must be under ${maxCredentialKibibytes} KiB`));
  }
  if (user === undefined) return errors;
  return [...errors, ...path.child('runAsUserName').check(user, userProblems)];
}

/** `DOMAIN\user` or `user`. */
function userProblems(name: string): string[] {
  if (name === '') return ['runAsUserName cannot be an empty string'];
  if (/\p{Cc}/u.test(name)) return ['runAsUserName cannot contain control characters'];
  const parts = name.split('\\');
  if (parts.length > 2) return ['runAsUserName cannot contain more than one backslash'];
  const user = parts.at(-1) ?? '';
  const problems = parts.length === 2 ? domainProblems(parts[0] ?? '') : [];
  if (user === '') problems.push("runAsUserName's User cannot be empty");
  else if (user.length > maxUserLength) {
    problems.push(`runAsUserName's User length must not be longer than ${maxUserLength} characters`);
  }
  if (/^[. ]+$/.test(user)) problems.push("runAsUserName's User cannot contain only periods or spaces");
  if (/["/\\:;|=,+*?<>@[\]]/.test(user)) {
    problems.push('runAsUserName\'s User cannot contain the following characters: "/\\:;|=,+*?<>@[]');
  }
  return problems;
}

function domainProblems(domain: string): string[] {
  const problems: string[] = [];
  if (domain.length >= maxDomainLength) {
    problems.push(`runAsUserName's Domain length must be under ${maxDomainLength} characters`);
  }
  const isNetBios = /^[^\\/:*?"<>|.][^\\/:*?"<>|]{0,14}$/.test(domain);
  const isDns = domain.split('.').every((label) => /^[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?$/.test(label));
  if (isNetBios || isDns) return problems;
  return [...problems, "runAsUserName's Domain doesn't match the NetBios nor the DNS format"];
}

/** HostProcess applies to all containers of a pod or none, and requires host networking. */
export function validateHostProcess(spec: PodSpec, path: FieldPath): FieldError[] {
  const podWide = spec.securityContext?.windowsOptions?.hostProcess;
  const errors: FieldError[] = [];
  let [all, onHost] = [0, 0];
  for (const { container, path: place } of placedContainers(spec, path)) {
    const own = container.securityContext?.windowsOptions?.hostProcess;
    all++;
    if (podWide !== undefined && own !== undefined && own !== podWide) {
      const detail = `pod hostProcess value must be identical if both are specified, was ${podWide}`;
      errors.push(place.child('securityContext', 'windowsOptions', 'hostProcess').invalid(own, detail));
    }
    if (own ?? podWide) onHost++;
  }
  if (onHost === 0) return errors;
  if (onHost !== all) {
    const detail = 'If pod contains any hostProcess containers then all containers must be HostProcess containers';
    errors.push(path.invalid('', detail));
  }
  if (!spec.hostNetwork) {
    const detail = 'hostNetwork must be true if pod contains any hostProcess containers';
    errors.push(path.child('hostNetwork').invalid(false, detail));
  }
  return errors;
}
