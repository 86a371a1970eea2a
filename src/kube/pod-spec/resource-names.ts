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

/** The size of a page, as the name of the resource has it. */
export function hugePageSize(name: string): string {
  return name.slice(hugePagesPrefix.length);
}

/** Kubernetes' own: without a domain, or with one of its own. */
export function isNativeResource(name: string): boolean {
  return !name.includes('/') || name.includes('kubernetes.io/');
}

/** Whether a container may be limited to more than it asks for. */
export function isOvercommitAllowed(name: string): boolean {
  return isNativeResource(name) && !isHugePages(name);
}

/** Somebody else's, such as a device. */
export function isExtendedResource(name: string): boolean {
  if (isNativeResource(name) || name.startsWith('requests.')) return false;
  return checkQualifiedName(`requests.${name}`).length === 0;
}

export function isContainerResource(name: string): boolean {
  return containerResources.includes(name) || isHugePages(name);
}

/** Known to somebody: to containers, or to quotas. */
export function isStandardResource(name: string): boolean {
  return (
    isContainerResource(name) ||
    countedResources.includes(name) ||
    quotaResources.includes(name) ||
    name.startsWith(`requests.${hugePagesPrefix}`)
  );
}

/** Measured in whole things. */
export function isIntegerResource(name: string): boolean {
  return countedResources.includes(name) || isExtendedResource(name);
}
