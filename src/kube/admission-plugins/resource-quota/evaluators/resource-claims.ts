// Follows pkg/quota/v1/evaluator/core/resource_claims.go (v1.36)

import type { Pod } from '../../../../api/core/v1.js';
import type { DeviceClass, ResourceClaim } from '../../../../api/resource/v1.js';
import { annotationsOf, metadataOf } from '../../../../apimachinery/meta/index.js';
import { Quantity } from '../../../../apimachinery/validation/index.js';
import type { ObjectRef } from '../../../../server/registry/index.js';
import type { Amounts } from '../../../pod-spec/index.js';
import type { PluginLister } from '../../plugin-lister.js';
import { increaseOf } from '../amounts.js';
import { countName, isWrite, one, type QuotaEvaluator } from './evaluator.js';
import { deviceClassPrefix, podUsage } from './pod-usage.js';
import { isExtendedForQuota } from './pods.js';

export interface ResourceClaimOptions {
  readonly deviceClasses: PluginLister<DeviceClass>;
  readonly claims: PluginLister<ResourceClaim>;
  readonly findPod: (ref: ObjectRef) => Promise<Pod | undefined>;
  readonly now: () => number;
}

const count = countName('resource.k8s.io', 'resourceclaims');
const classSuffix = '.deviceclass.resource.k8s.io/devices';

/** Maximum number of devices of a request with allocation mode `All`. */
const mostDevices = 32;

/** Counts claims and the devices per device class that they can be allocated, also as extended resources. */
export function resourceClaimEvaluator(options: ResourceClaimOptions): QuotaEvaluator<ResourceClaim> {
  const nameOfClass = (name: string): string => extendedName(options.deviceClasses.get({ namespace: '', name }));
  return {
    handles: isWrite,
    ready: () => options.deviceClasses.ready(),
    counts: (name) =>
      name === count || name.endsWith(classSuffix) || (isExtendedForQuota(name) && isDevice(options, name)),
    isInScope: () => false,
    async usage(claim) {
      const devices = devicesOf(claim);
      const usage: Amounts = new Map([[count, one]]);
      const extended: Amounts = new Map();
      for (const [name, amount] of devices) {
        usage.set(`${name}${classSuffix}`, amount);
        extended.set(`requests.${deviceClassPrefix}${name}`, amount);
        const requested = nameOfClass(name);
        if (requested !== '') extended.set(`requests.${requested}`, amount);
      }
      for (const [name, more] of increaseOf(extended, await usageOfOwner(options, claim))) usage.set(name, more);
      return usage;
    },
  };
}

/** Whether a quota resource, such as `requests.<name>`, is an extended resource that a device class provides. */
function isDevice({ deviceClasses }: ResourceClaimOptions, name: string): boolean {
  const requested = name.slice('requests.'.length);
  if (requested.startsWith(deviceClassPrefix)) {
    return deviceClasses.get({ namespace: '', name: requested.slice(deviceClassPrefix.length) }) !== undefined;
  }
  for (const each of deviceClasses.all()) if (extendedName(each) === requested) return true;
  return false;
}

function extendedName(deviceClass: DeviceClass | undefined): string {
  return deviceClass?.spec.extendedResourceName ?? '';
}

/** Returns the worst case per class: of the alternatives of a request, the largest count of each class. */
function devicesOf(claim: ResourceClaim): Map<string, Quantity> {
  const totals = new Map<string, number>();
  for (const { exactly, firstAvailable = [] } of claim.spec.devices?.requests ?? []) {
    const most = new Map<string, number>();
    for (const { deviceClassName, allocationMode, count: wanted = 0 } of exactly ? [exactly] : firstAvailable) {
      const devices = allocationMode === 'All' ? mostDevices : allocationMode === 'ExactCount' ? wanted : 0;
      most.set(deviceClassName, Math.max(most.get(deviceClassName) ?? 0, devices));
    }
    for (const [name, devices] of most) totals.set(name, (totals.get(name) ?? 0) + devices);
  }
  return new Map([...totals].map(([name, devices]) => [name, Quantity.of(devices)]));
}

/**
 * Returns the usage of the pod that owns a claim generated for its extended resources: it is already charged to the
 * pod.
 */
async function usageOfOwner(options: ResourceClaimOptions, claim: ResourceClaim): Promise<Amounts> {
  const owner = owningPod(claim);
  if (!owner) return new Map();
  const { namespace = '', name } = metadataOf(claim);
  const pod = await options.findPod({ namespace, name: owner.name });
  if (pod?.metadata.uid !== owner.uid) return new Map();
  const { extendedResourceClaimStatus } = pod.status ?? {};
  const isOwn = extendedResourceClaimStatus
    ? extendedResourceClaimStatus.resourceClaimName === name
    : await isFirstOf(options, claim, owner.uid);
  return isOwn ? podUsage(pod, options.now()) : new Map();
}

async function isFirstOf({ claims }: ResourceClaimOptions, claim: ResourceClaim, uid: string): Promise<boolean> {
  await claims.ready();
  const { namespace = '', name = '', creationTimestamp = '' } = metadataOf(claim);
  for (const other of claims.inNamespace(namespace).values()) {
    if (owningPod(other)?.uid !== uid) continue;
    const { name: otherName = '', creationTimestamp: otherTime = '' } = metadataOf(other);
    const order = Date.parse(otherTime ?? '') - Date.parse(creationTimestamp ?? '');
    if (order < 0 || (order === 0 && otherName < name)) return false;
  }
  return true;
}

/** Returns the owner of a claim that was generated for extended resources. */
function owningPod(claim: ResourceClaim) {
  if (annotationsOf(claim)['resource.kubernetes.io/extended-resource-claim'] !== 'true') return undefined;
  const owner = metadataOf(claim).ownerReferences?.find(({ controller }) => controller);
  return owner?.kind === 'Pod' && owner.apiVersion === 'v1' ? owner : undefined;
}
