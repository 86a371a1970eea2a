// Follows pkg/apis/core/validation/validation.go (v1.36)

import type {
  Container,
  ContainerExtendedResourceRequest,
  ContainerStatus,
  LinuxContainerUser,
  PodExtendedResourceClaimStatus,
  PodSpec,
  PodStatus,
  ResourceStatus,
} from '../../../../api/core/v1.js';
import {
  checkDns1123Label,
  checkDns1123Subdomain,
  checkUserOrGroupId,
  type FieldError,
  FieldPath,
} from '../../../../apimachinery/validation/index.js';
import { duplicates, eachItem, repetitionsIn, validateRequired } from '../../../field-checks.js';

const path = FieldPath.of('status');

/** Validates the statuses of resource claims, including those for extended resources. */
export function validateClaimStatuses(status: PodStatus, spec: PodSpec): FieldError[] {
  const { resourceClaimStatuses: statuses = [], extendedResourceClaimStatus: extended } = status;
  const known = new Set((spec.resourceClaims ?? []).map(({ name }) => name));
  const duplicated = duplicates();
  const errors = eachItem(statuses, path.child('resourceClaimStatuses'), ({ name, resourceClaimName }, place) => [
    ...(known.has(name)
      ? []
      : [place.child('name').invalid(name, 'must match the name of an entry in `spec.resourceClaims`')]),
    ...duplicated(name, place.child('name')),
    ...(resourceClaimName === undefined ? [] : claimNameErrors(resourceClaimName, place)),
  ]);
  return extended ? [...errors, ...extendedErrors(extended, spec)] : errors;
}

function claimNameErrors(name: string, place: FieldPath): FieldError[] {
  return place.child('resourceClaimName').check(name, checkDns1123Subdomain);
}

function extendedErrors(
  { requestMappings, resourceClaimName }: PodExtendedResourceClaimStatus,
  spec: PodSpec,
): FieldError[] {
  const place = path.child('extendedResourceClaimStatus');
  const mappingsPath = place.child('requestMappings');
  const containers = new Map(
    [...(spec.initContainers ?? []), ...(spec.containers ?? [])].map((container) => [container.name, container]),
  );
  const mappings = requestMappings ?? [];
  const repeated = repetitionsIn(
    mappings.map(({ containerName, resourceName, requestName }) =>
      JSON.stringify([containerName, resourceName, requestName]),
    ),
  );
  return [
    ...validateRequired(mappings, mappingsPath, 'at least one request mapping is required'),
    ...eachItem(mappings, mappingsPath, (mapping, at, index) => [
      ...mappingErrors(mapping, at, containers),
      ...place.child('requestName').check(mapping.requestName, checkDns1123Label),
      ...(repeated[index]
        ? (['containerName', 'resourceName', 'requestName'] as const).map((field) =>
            at.child(field).duplicate(mapping[field]),
          )
        : []),
    ]),
    ...(resourceClaimName ? claimNameErrors(resourceClaimName, place) : [place.child('resourceClaimName').required()]),
  ];
}

function mappingErrors(
  { containerName, resourceName }: ContainerExtendedResourceRequest,
  place: FieldPath,
  containers: ReadonlyMap<string, Container>,
): FieldError[] {
  const container = containers.get(containerName);
  if (!container) {
    const where = 'must match the name of an entry in spec.initContainers.name or spec.containers.name';
    return [place.child('containerName').invalid(containerName, where)];
  }
  if (Object.hasOwn(container.resources.requests ?? {}, resourceName)) return [];
  const where = 'spec.initContainers.resources.requests or spec.containers.resources.requests';
  const detail = `must match the extended resource name of an entry in ${where}`;
  return [place.child('resourceName').invalid(resourceName, detail)];
}

/** Validates the users of containers. */
export function validateUsers(status: PodStatus, { os }: PodSpec): FieldError[] {
  const check = ({ user }: ContainerStatus, place: FieldPath): FieldError[] => {
    const linux = user?.linux;
    if (!linux) return [];
    const at = place.child('user', 'linux');
    if (os?.name === 'windows') return [at.forbidden('cannot be set for a windows pod')];
    return userErrors(linux, at);
  };
  return [
    ...eachItem(status.containerStatuses, path.child('containerStatuses'), check),
    ...eachItem(status.initContainerStatuses, path.child('initContainerStatuses'), check),
    ...eachItem(status.ephemeralContainerStatuses, path.child('ephemeralContainerStatuses'), check),
  ];
}

function userErrors({ uid, gid, supplementalGroups }: LinuxContainerUser, place: FieldPath): FieldError[] {
  const check = (id: number, at: FieldPath): FieldError[] => at.check(id, checkUserOrGroupId);
  return [
    ...check(uid, place.child('uid')),
    ...check(gid, place.child('gid')),
    ...eachItem(supplementalGroups, place.child('supplementalGroups'), check),
  ];
}

/** Validates the health of allocated devices. */
export function validateAllocatedResources(status: PodStatus, spec: PodSpec): FieldError[] {
  return [
    ...allocationErrors(status.containerStatuses, spec.containers, path.child('containerStatuses')),
    ...allocationErrors(status.initContainerStatuses, spec.initContainers, path.child('initContainerStatuses')),
    ...eachItem(status.ephemeralContainerStatuses, path.child('ephemeralContainerStatuses'), (container, place) =>
      container.allocatedResourcesStatus?.length
        ? [place.child('allocatedResourcesStatus').forbidden('must not be specified in container status')]
        : [],
    ),
  ];
}

function allocationErrors(
  statuses: readonly ContainerStatus[] | undefined,
  containers: readonly Container[] | null | undefined,
  place: FieldPath,
): FieldError[] {
  return eachItem(statuses, place, ({ name, allocatedResourcesStatus }, at) => {
    if (!allocatedResourcesStatus) return [];
    const container = containers?.find((one) => one.name === name);
    return eachItem(allocatedResourcesStatus, at.child('allocatedResourcesStatus'), (allocated, within) => [
      ...(container ? resourceNameErrors(allocated.name, container, within.child('name')) : []),
      ...healthErrors(allocated, within.child('resources')),
    ]);
  });
}

const claimForm =
  "must match one of the container's resource claims in a format 'claim:<claimName>/<request>' or 'claim:<claimName>' if request is empty";

function resourceNameErrors(name: string, { resources }: Container, place: FieldPath): FieldError[] {
  if (!name.startsWith('claim:')) {
    if (Object.hasOwn(resources.requests ?? {}, name)) return [];
    return [place.invalid(name, "must match one of the container's resource requests")];
  }
  const isOwn = resources.claims?.some((claim) => {
    return name === (claim.request ? `claim:${claim.name}/${claim.request}` : `claim:${claim.name}`);
  });
  return isOwn ? [] : [place.invalid(name, claimForm)];
}

const healthValues = ['Healthy', 'Unhealthy', 'Unknown'];
const maxMessageLength = 1024;

function healthErrors({ resources = [] }: ResourceStatus, place: FieldPath): FieldError[] {
  const duplicated = duplicates();
  return eachItem(resources, place, ({ health = '', message, resourceID }, at) => {
    const errors = healthValues.includes(health) ? [] : [at.child('health').notSupported(health, healthValues)];
    if (message === '') errors.push(at.child('message').required('must be non-empty if specified'));
    if (message !== undefined && Buffer.byteLength(message) > maxMessageLength) {
      errors.push(at.child('message').tooLong(maxMessageLength));
    }
    return [...errors, ...duplicated(resourceID, at.child('resourceID'))];
  });
}
