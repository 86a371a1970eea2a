// Follows pkg/apis/core/validation/validation.go (v1.36)

import type { PodResourceClaim, PodSpec } from '../../api/core/v1.js';
import {
  checkDns1123Label,
  checkDns1123Subdomain,
  checkInRange,
  checkQualifiedName,
  type FieldError,
  type FieldPath,
  validateLabels,
  validateOnce,
} from '../../apimachinery/validation/index.js';
import type { FeatureGates } from '../../server/feature-gates/index.js';
import { duplicates, eachItem, requiredOneOf } from '../field-checks.js';
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
    ...validateTopologySpread(spec.topologySpreadConstraints, path.child('topologySpreadConstraints'), {
      mergesLabelKeys: features.isEnabled('MatchLabelKeysInPodTopologySpreadSelectorMerge'),
    }),
    ...validateOnce(() => validateHostProcess(spec, path)),
    ...validateHostUsers(spec, path, { mayUseHostNetwork: features.isEnabled('UserNamespacesHostNetworkSupport') }),
    ...validateHostname(spec, path.child('hostnameOverride')),
    ...nameErrors(spec, path),
    ...validateTolerations(spec.tolerations, path.child('tolerations'), { mayCompare }),
    ...validateHostAliases(spec, path.child('hostAliases'), { strict }),
    ...classErrors(spec, path),
    ...validateOperatingSystem(spec, path),
    ...groupErrors(spec, path.child('schedulingGroup', 'podGroupName')),
    ...validateOnce(() => fileKeyErrors(spec, path)),
  ];
}

function groupErrors({ schedulingGroup }: PodSpec, path: FieldPath): FieldError[] {
  if (!schedulingGroup) return [];
  const { podGroupName } = schedulingGroup;
  if (podGroupName === undefined) return [path.invalid(null, 'must specify one of: `podGroupName`')];
  return subdomainErrors(podGroupName, path);
}

function graceErrors({ terminationGracePeriodSeconds }: PodSpec, path: FieldPath): FieldError[] {
  return terminationGracePeriodSeconds === undefined ? [path.child('terminationGracePeriodSeconds').required()] : [];
}

/** Validates the names and the deadline of a pod. */
function nameErrors(spec: PodSpec, path: FieldPath): FieldError[] {
  const { serviceAccountName, nodeName, activeDeadlineSeconds: deadline, hostname, subdomain } = spec;
  return [
    ...(serviceAccountName ? subdomainErrors(serviceAccountName, path.child('serviceAccountName')) : []),
    ...(nodeName ? subdomainErrors(nodeName, path.child('nodeName')) : []),
    ...path.child('activeDeadlineSeconds').check(deadline, (seconds) => checkInRange(seconds, 1, maxInt32)),
    ...(hostname ? path.child('hostname').check(hostname, checkDns1123Label) : []),
    ...(subdomain ? path.child('subdomain').check(subdomain, checkDns1123Label) : []),
  ];
}

function classErrors(spec: PodSpec, path: FieldPath): FieldError[] {
  const { priorityClassName, runtimeClassName, preemptionPolicy, overhead } = spec;
  return [
    ...(priorityClassName ? subdomainErrors(priorityClassName, path.child('priorityClassName')) : []),
    ...path.child('runtimeClassName').check(runtimeClassName, checkDns1123Subdomain),
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
      place.child('conditionType').check(conditionType, checkQualifiedName),
    ),
    ...eachItem(schedulingGates, path.child('schedulingGates'), ({ name }, place) => {
      const errors = place.check(name, checkQualifiedName);
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
    if (!name) errors.push(place.child('name').required());
    else if (seen.has(name)) errors.push(place.child('name').duplicate(name));
    else errors.push(...place.child('name').check(name, checkDns1123Label));
    seen.add(name);
    const problem = claimProblem(own, template);
    if (problem !== undefined) errors.push(place.invalid(goValue('core/v1.PodResourceClaim', claim), problem));
    return [
      ...errors,
      ...place.child('resourceClaimName').check(own, checkDns1123Subdomain),
      ...place.child('resourceClaimTemplateName').check(template, checkDns1123Subdomain),
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
      if (!volume) return [namePath.notFound(name)];
      return volume.emptyDir ? [] : [namePath.invalid(name, 'referenced volume must be of type emptyDir')];
    }),
  );
}
