// Follows pkg/apis/core/helper/helpers.go (v1.36)

import { checkQualifiedName } from '../../apimachinery/validation/index.js';

const hugePagesPrefix = 'hugepages-';
const containerResources = ['cpu', 'memory', 'ephemeral-storage'];
const countedResources = [
  'pods',
  'resourcequotas',
  'services',
  'replicationcontrollers',
  'secrets',
  'configmaps',
  'persistentvolumeclaims',
  'services.nodeports',
  'services.loadbalancers',
];
const quotaResources = [
  'requests.cpu',
  'requests.memory',
  'requests.ephemeral-storage',
  'limits.cpu',
  'limits.memory',
  'limits.ephemeral-storage',
  'storage',
  'requests.storage',
];

export function isHugePages(name: string): boolean {
  return name.startsWith(hugePagesPrefix);
}

/** Returns the page size from a huge page resource name. */
export function hugePageSize(name: string): string {
  return name.slice(hugePagesPrefix.length);
}

/** A resource of Kubernetes: unprefixed, or in a `kubernetes.io` domain. */
export function isNativeResource(name: string): boolean {
  return !name.includes('/') || name.includes('kubernetes.io/');
}

/** Whether limits may exceed requests. */
export function isOvercommitAllowed(name: string): boolean {
  return isNativeResource(name) && !isHugePages(name);
}

/** A vendor resource, such as a device. */
export function isExtendedResource(name: string): boolean {
  if (isNativeResource(name) || name.startsWith('requests.')) return false;
  return checkQualifiedName(`requests.${name}`).length === 0;
}

export function isContainerResource(name: string): boolean {
  return containerResources.includes(name) || isHugePages(name);
}

/** A resource that containers or quotas support. */
export function isStandardResource(name: string): boolean {
  return (
    isContainerResource(name) ||
    countedResources.includes(name) ||
    quotaResources.includes(name) ||
    name.startsWith(`requests.${hugePagesPrefix}`)
  );
}

/** A resource with integer quantities only. */
export function isIntegerResource(name: string): boolean {
  return countedResources.includes(name) || isExtendedResource(name);
}
