import {
  checkDns1123Subdomain,
  checkInRange,
  checkQualifiedName,
  duplicate,
  type FieldError,
  type FieldPath,
  invalidValue,
  notFoundValue,
  required,
  validateLabels,
} from '../../apimachinery/validation/index.js';
import { goValue } from '../types/index.js';
import { validateContainers, validateEphemeralContainers, validateInitContainers } from './container-validation.js';
import {
  subdomainErrors,
  validateDnsConfig,
  validateHostAliases,
  validateHostname,
  validateHostPorts,
} from './network-validation.js';
import { validateOperatingSystem } from './operating-system-validation.js';
import { type PodResourceClaim, type PodSpec, placedContainers } from './pod.js';
import { eachOf, invalidFor, labelErrors, oneOf } from './problems.js';
import { validateOverhead, validatePodResources } from './resource-validation.js';
import { validateAffinity, validateTolerations, validateTopologySpread } from './scheduling-validation.js';
import { validateHostUsers, validatePodSecurity } from './security-validation.js';
import { type VolumeRules, validateVolumes } from './volume-validation.js';
import { validateHostProcess } from './windows-validation.js';

const maxInt32 = 2 ** 31 - 1;

/** Errors and their order match upstream. */
export function validatePodSpec(spec: PodSpec, path: FieldPath, rules: VolumeRules): FieldError[] {
  const { volumes, errors: volumeErrors } = validateVolumes(spec.volumes, path.child('volumes'), rules);
  const claims = new Set((spec.resourceClaims ?? []).map(({ name }) => name).filter((name) => name));
  const around = { spec, volumes, claims };
  return [
    ...graceErrors(spec, path),
    ...volumeErrors,
    ...claimErrors(spec.resourceClaims, path.child('resourceClaims')),
    ...validateContainers(around, path.child('containers')),
    ...validateInitContainers(around, path.child('initContainers')),
    ...validateEphemeralContainers(around, path.child('ephemeralContainers')),
    ...validatePodResources(spec, path.child('resources')),
    ...validateHostPorts(spec, path, rules),
    ...oneOf(spec.restartPolicy, path.child('restartPolicy'), ['Always', 'OnFailure', 'Never']),
    ...oneOf(spec.dnsPolicy, path.child('dnsPolicy'), ['ClusterFirstWithHostNet', 'ClusterFirst', 'Default', 'None']),
    ...validateLabels(spec.nodeSelector ?? {}, path.child('nodeSelector')),
    ...validatePodSecurity(spec, path.child('securityContext')),
    ...validateAffinity(spec.affinity, path.child('affinity')),
    ...validateDnsConfig(spec, path.child('dnsConfig')),
    ...gateErrors(spec, path),
    ...validateTopologySpread(spec.topologySpreadConstraints, path.child('topologySpreadConstraints')),
    ...validateHostProcess(spec, path),
    ...validateHostUsers(spec, path),
    ...validateHostname(spec, path.child('hostnameOverride')),
    ...nameErrors(spec, path),
    ...validateTolerations(spec.tolerations, path.child('tolerations')),
    ...validateHostAliases(spec, path.child('hostAliases')),
    ...classErrors(spec, path),
    ...validateOperatingSystem(spec, path),
    ...fileKeyErrors(spec, path),
  ];
}

function graceErrors({ terminationGracePeriodSeconds }: PodSpec, path: FieldPath): FieldError[] {
  return terminationGracePeriodSeconds === undefined ? [required(path.child('terminationGracePeriodSeconds'), '')] : [];
}

/** Validates the names and the deadline of a pod. */
function nameErrors(spec: PodSpec, path: FieldPath): FieldError[] {
  const { serviceAccountName, nodeName, activeDeadlineSeconds: deadline, hostname, subdomain } = spec;
  return [
    ...(serviceAccountName ? subdomainErrors(serviceAccountName, path.child('serviceAccountName')) : []),
    ...(nodeName ? subdomainErrors(nodeName, path.child('nodeName')) : []),
    ...(deadline === undefined
      ? []
      : invalidFor(path.child('activeDeadlineSeconds'), deadline, checkInRange(deadline, 1, maxInt32))),
    ...(hostname ? labelErrors(hostname, path.child('hostname')) : []),
    ...(subdomain ? labelErrors(subdomain, path.child('subdomain')) : []),
  ];
}

function classErrors(spec: PodSpec, path: FieldPath): FieldError[] {
  const { priorityClassName, runtimeClassName, preemptionPolicy, overhead } = spec;
  return [
    ...(priorityClassName ? subdomainErrors(priorityClassName, path.child('priorityClassName')) : []),
    ...(runtimeClassName === undefined ? [] : subdomainErrors(runtimeClassName, path.child('runtimeClassName'))),
    ...(preemptionPolicy === undefined
      ? []
      : oneOf(preemptionPolicy, path.child('preemptionPolicy'), ['PreemptLowerPriority', 'Never'])),
    ...(overhead ? validateOverhead(overhead, path.child('overhead')) : []),
  ];
}

/** Validates readiness and scheduling gates. */
function gateErrors({ readinessGates, schedulingGates }: PodSpec, path: FieldPath): FieldError[] {
  const seen = new Set<string>();
  return [
    ...eachOf(readinessGates, path.child('readinessGates'), ({ conditionType }, place) =>
      invalidFor(place.child('conditionType'), conditionType, checkQualifiedName(conditionType)),
    ),
    ...eachOf(schedulingGates, path.child('schedulingGates'), ({ name }, place) => {
      const errors = invalidFor(place, name, checkQualifiedName(name));
      if (seen.has(name)) errors.push(duplicate(place, name));
      seen.add(name);
      return errors;
    }),
  ];
}

function claimErrors(claims: readonly PodResourceClaim[] | undefined, path: FieldPath): FieldError[] {
  const seen = new Set<string>();
  return eachOf(claims, path, (claim, place) => {
    const { name, resourceClaimName: own, resourceClaimTemplateName: template } = claim;
    const errors: FieldError[] = [];
    if (!name) errors.push(required(place.child('name'), ''));
    else if (seen.has(name)) errors.push(duplicate(place.child('name'), name));
    else errors.push(...labelErrors(name, place.child('name')));
    seen.add(name);
    const problem = claimProblem(own, template);
    if (problem !== undefined) errors.push(invalidValue(place, goValue('core/v1.PodResourceClaim', claim), problem));
    const check = (text: string | undefined, field: string): FieldError[] =>
      text === undefined ? [] : invalidFor(place.child(field), text, checkDns1123Subdomain(text));
    return [...errors, ...check(own, 'resourceClaimName'), ...check(template, 'resourceClaimTemplateName')];
  });
}

function claimProblem(own: string | undefined, template: string | undefined): string | undefined {
  if (own !== undefined && template !== undefined) {
    return 'at most one of `resourceClaimName` or `resourceClaimTemplateName` may be specified';
  }
  if (own !== undefined || template !== undefined) return undefined;
  return 'must specify one of: `resourceClaimName`, `resourceClaimTemplateName`';
}

/** A `fileKeyRef` must name an `emptyDir` volume of the pod. */
function fileKeyErrors(spec: PodSpec, path: FieldPath): FieldError[] {
  const volumes = new Map((spec.volumes ?? []).map((volume) => [volume.name, volume]));
  return placedContainers(spec, path).flatMap(({ container, path: place }) =>
    eachOf(container.env, place.child('env'), ({ valueFrom }, at) => {
      const name = valueFrom?.fileKeyRef?.volumeName;
      if (name === undefined) return [];
      const namePath = at.child('valueFrom', 'fileKeyRef', 'volumeName');
      const volume = volumes.get(name);
      if (!volume) return [notFoundValue(namePath, name)];
      return volume.emptyDir ? [] : [invalidValue(namePath, name, 'referenced volume must be of type emptyDir')];
    }),
  );
}
