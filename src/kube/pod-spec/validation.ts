// Follows pkg/apis/core/validation/validation.go (v1.36)

import type { PodResourceClaim, PodSpec } from '../../api/core/v1.js';
import {
  checkDns1123Label,
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
import type { FeatureGates } from '../../server/feature-gates/index.js';
import { checked, duplicates, eachItem, requiredOneOf } from '../field-checks.js';
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
import { placedContainers } from './pod.js';
import { validateOverhead, validatePodResources } from './resource-validation.js';
import { validateAffinity, validateTolerations, validateTopologySpread } from './scheduling-validation.js';
import { validateHostUsers, validatePodSecurity } from './security-validation.js';
import { type VolumeRules, validateVolumes } from './volume-validation.js';
import { validateHostProcess } from './windows-validation.js';

const maxInt32 = 2 ** 31 - 1;

/** Errors and their order match upstream. */
export interface PodSpecRules extends VolumeRules {
  readonly features: FeatureGates;
}

export function validatePodSpec(spec: PodSpec, path: FieldPath, rules: PodSpecRules): FieldError[] {
  const strict = rules.features.isEnabled('StrictIPCIDRValidation');
  const mayCompare = rules.features.isEnabled('TaintTolerationComparisonOperators');
  const { volumes, errors: volumeErrors } = validateVolumes(spec.volumes, path.child('volumes'), rules);
  const claims = new Set((spec.resourceClaims ?? []).map(({ name }) => name).filter((name) => name));
  const { features } = rules;
  const around = { spec, volumes, claims, features };
  return [
    ...graceErrors(spec, path),
    ...volumeErrors,
    ...claimErrors(spec.resourceClaims, path.child('resourceClaims')),
    ...validateContainers(around, path.child('containers')),
    ...validateInitContainers(around, path.child('initContainers')),
    ...validateEphemeralContainers(around, path.child('ephemeralContainers')),
    ...validatePodResources(spec, path.child('resources')),
    ...validateHostPorts(spec, path, rules),
    ...requiredOneOf(spec.restartPolicy, ['Always', 'OnFailure', 'Never'], path.child('restartPolicy')),
    ...requiredOneOf(
      spec.dnsPolicy,
      ['ClusterFirstWithHostNet', 'ClusterFirst', 'Default', 'None'],
      path.child('dnsPolicy'),
    ),
    ...validateLabels(spec.nodeSelector ?? {}, path.child('nodeSelector')),
    ...validatePodSecurity(spec, path.child('securityContext'), {
      mayMountLabelled: features.isEnabled('SELinuxMount'),
    }),
    ...validateAffinity(spec.affinity, path.child('affinity')),
    ...validateDnsConfig(spec, path.child('dnsConfig'), { strict }),
    ...gateErrors(spec, path),
    ...validateTopologySpread(spec.topologySpreadConstraints, path.child('topologySpreadConstraints')),
    ...validateHostProcess(spec, path),
    ...validateHostUsers(spec, path),
    ...validateHostname(spec, path.child('hostnameOverride')),
    ...nameErrors(spec, path),
    ...validateTolerations(spec.tolerations, path.child('tolerations'), { mayCompare }),
    ...validateHostAliases(spec, path.child('hostAliases'), { strict }),
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
    ...checked(deadline, (seconds) => checkInRange(seconds, 1, maxInt32), path.child('activeDeadlineSeconds')),
    ...(hostname ? checked(hostname, checkDns1123Label, path.child('hostname')) : []),
    ...(subdomain ? checked(subdomain, checkDns1123Label, path.child('subdomain')) : []),
  ];
}

function classErrors(spec: PodSpec, path: FieldPath): FieldError[] {
  const { priorityClassName, runtimeClassName, preemptionPolicy, overhead } = spec;
  return [
    ...(priorityClassName ? subdomainErrors(priorityClassName, path.child('priorityClassName')) : []),
    ...checked(runtimeClassName, checkDns1123Subdomain, path.child('runtimeClassName')),
    ...(preemptionPolicy === undefined
      ? []
      : requiredOneOf(preemptionPolicy, ['PreemptLowerPriority', 'Never'], path.child('preemptionPolicy'))),
    ...(overhead ? validateOverhead(overhead, path.child('overhead')) : []),
  ];
}

/** Validates readiness and scheduling gates. */
function gateErrors({ readinessGates, schedulingGates }: PodSpec, path: FieldPath): FieldError[] {
  const duplicated = duplicates();
  return [
    ...eachItem(readinessGates, path.child('readinessGates'), ({ conditionType }, place) =>
      checked(conditionType, checkQualifiedName, place.child('conditionType')),
    ),
    ...eachItem(schedulingGates, path.child('schedulingGates'), ({ name }, place) => {
      const errors = checked(name, checkQualifiedName, place);
      errors.push(...duplicated(name, place));
      return errors;
    }),
  ];
}

function claimErrors(claims: readonly PodResourceClaim[] | undefined, path: FieldPath): FieldError[] {
  const seen = new Set<string>();
  return eachItem(claims, path, (claim, place) => {
    const { name, resourceClaimName: own, resourceClaimTemplateName: template } = claim;
    const errors: FieldError[] = [];
    if (!name) errors.push(required(place.child('name'), ''));
    else if (seen.has(name)) errors.push(duplicate(place.child('name'), name));
    else errors.push(...checked(name, checkDns1123Label, place.child('name')));
    seen.add(name);
    const problem = claimProblem(own, template);
    if (problem !== undefined) errors.push(invalidValue(place, goValue('core/v1.PodResourceClaim', claim), problem));
    return [
      ...errors,
      ...checked(own, checkDns1123Subdomain, place.child('resourceClaimName')),
      ...checked(template, checkDns1123Subdomain, place.child('resourceClaimTemplateName')),
    ];
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
    eachItem(container.env, place.child('env'), ({ valueFrom }, at) => {
      const name = valueFrom?.fileKeyRef?.volumeName;
      if (name === undefined) return [];
      const namePath = at.child('valueFrom', 'fileKeyRef', 'volumeName');
      const volume = volumes.get(name);
      if (!volume) return [notFoundValue(namePath, name)];
      return volume.emptyDir ? [] : [invalidValue(namePath, name, 'referenced volume must be of type emptyDir')];
    }),
  );
}
