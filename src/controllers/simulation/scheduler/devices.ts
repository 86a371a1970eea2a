// Follows staging/src/k8s.io/dynamic-resource-allocation/structured/internal/stable/allocator_stable.go (v1.36)
// Follows pkg/scheduler/framework/plugins/dynamicresources/dynamicresources.go (v1.36)
import type { Node, NodeSelector, Pod } from '../../../api/core/v1.js';
import type {
  AllocationResult,
  Device,
  DeviceClass,
  DeviceConstraint,
  DeviceRequest,
  DeviceTaint,
  DeviceToleration,
  ExactDeviceRequest,
  ResourceClaim,
  ResourceSlice,
} from '../../../api/resource/v1.js';
import type { CelValue } from '../../../apimachinery/cel/index.js';
import { compositeKey, type JsonValue, jsonEqual } from '../../../apimachinery/meta/index.js';
import { checkOwner, claimOf, isReservedFor } from '../../resource-claim/pod-claims.js';
import { matchesTerm } from '../../workload/node-matching.js';
import { deviceValue, isSelected } from './device-selectors.js';

const maxConsumers = 256;
/** Devices that are tried for a claim on a node. */
const maxAttempts = 10_000;

export interface DeviceObjects {
  claimNamed(namespace: string, name: string): ResourceClaim | undefined;
  classNamed(name: string): DeviceClass | undefined;
  slices(): readonly ResourceSlice[];
  /** Keys of devices that claims have. */
  readonly used: ReadonlySet<string>;
}

export interface ClaimAllocation {
  readonly claim: ResourceClaim;
  /** Undefined: it has devices, and is only reserved. */
  readonly allocation?: AllocationResult;
}

export interface DevicePlan {
  refuse(node: Node): string | undefined;
  allocationsOn(node: Node): readonly ClaimAllocation[] | undefined;
}

export function deviceKey(driver: string, pool: string, device: string): string {
  return compositeKey(driver, pool, device);
}

/** Returns why no node is suitable, or a plan; undefined: the pod has no claims. */
export function planDevices(pod: Pod, objects: DeviceObjects): DevicePlan | string | undefined {
  const entries = pod.spec.resourceClaims ?? [];
  if (entries.length === 0) return undefined;
  const claims: ResourceClaim[] = [];
  for (const entry of entries) {
    const known = claimOf(pod, entry);
    if (known?.name === undefined) continue;
    const claim = objects.claimNamed(pod.metadata.namespace ?? '', known.name);
    if (!claim) return `could not find ResourceClaim "${pod.metadata.namespace}/${known.name}"`;
    if (claim.metadata.deletionTimestamp) return `resourceclaim ${JSON.stringify(known.name)} is being deleted`;
    if (known.isGenerated) checkOwner(claim, pod);
    claims.push(claim);
  }
  const hasRoom = (claim: ResourceClaim): boolean =>
    isReservedFor(claim, pod) || (claim.status?.reservedFor ?? []).length < maxConsumers;
  if (!claims.every(hasRoom)) return 'resourceclaim in use';
  const devices = currentDevices(objects.slices());
  const allocationsOn = (node: Node) => allocate(claims, { node, devices, objects });
  const isReachable = ({ status }: ResourceClaim, node: Node): boolean =>
    !status?.allocation?.nodeSelector || matchesNode(status.allocation.nodeSelector, node);
  return {
    allocationsOn: (node) =>
      allocationsOn(node)?.filter(({ claim, allocation }) => allocation || !isReservedFor(claim, pod)),
    refuse(node) {
      if (!claims.every((claim) => isReachable(claim, node))) return 'resourceclaim not available on the node';
      return allocationsOn(node) ? undefined : 'cannot allocate all claims';
    },
  };
}

interface Candidate {
  readonly key: string;
  readonly driver: string;
  readonly pool: string;
  readonly device: Device;
  readonly value: CelValue;
  readonly nodeName?: string | undefined;
  readonly nodeSelector?: NodeSelector | undefined;
}

/** Those of the newest generation of each pool, unless slices of it are missing. */
function currentDevices(slices: readonly ResourceSlice[]): Candidate[] {
  const pools = new Map<string, ResourceSlice[]>();
  for (const slice of slices) {
    const { driver, pool } = slice.spec;
    const key = compositeKey(driver, pool.name);
    const known = pools.get(key) ?? [];
    const generation = known[0]?.spec.pool.generation ?? 0;
    if (pool.generation > generation) pools.set(key, [slice]);
    else if (pool.generation === generation) pools.set(key, [...known, slice]);
  }
  const complete = [...pools.values()].filter((all) => all.length === all[0]?.spec.pool.resourceSliceCount);
  return complete.flat().flatMap(candidatesIn);
}

function candidatesIn({ spec }: ResourceSlice): Candidate[] {
  const { driver, pool, devices = [], perDeviceNodeSelection } = spec;
  return devices.map((device) => {
    const { nodeName, nodeSelector } = perDeviceNodeSelection ? device : spec;
    const key = deviceKey(driver, pool.name, device.name);
    return { key, driver, pool: pool.name, device, value: deviceValue(driver, device), nodeName, nodeSelector };
  });
}

function matchesNode({ nodeSelectorTerms }: NodeSelector, node: Node): boolean {
  return (nodeSelectorTerms ?? []).some((term) => matchesTerm(node, term));
}

function isOn({ nodeName, nodeSelector }: Candidate, node: Node): boolean {
  if (nodeName) return nodeName === node.metadata.name;
  return nodeSelector === undefined || matchesNode(nodeSelector, node);
}

interface Situation {
  readonly node: Node;
  readonly devices: readonly Candidate[];
  readonly objects: DeviceObjects;
}

/** Undefined: there are not enough devices for all claims. */
function allocate(claims: readonly ResourceClaim[], situation: Situation): ClaimAllocation[] | undefined {
  const { node, objects } = situation;
  const taken = new Set(objects.used);
  const local = situation.devices.filter((device) => isOn(device, node));
  const found: ClaimAllocation[] = [];
  for (const claim of claims) {
    if (claim.status?.allocation) {
      found.push({ claim });
      continue;
    }
    const picks = new Search(claim, local, { taken, objects }).run();
    if (!picks) return undefined;
    for (const { candidate, request } of picks) if (!request.adminAccess) taken.add(candidate.key);
    found.push({ claim, allocation: resultOf(claim, picks, { node, objects }) });
  }
  return found;
}

interface NamedRequest extends ExactDeviceRequest {
  /** `request`, or `request/subrequest`. */
  readonly name: string;
}

interface Pick {
  readonly request: NamedRequest;
  readonly candidate: Candidate;
}

/** Looks for devices of one claim, and tries others when constraints are not met. */
class Search {
  readonly #claim: ResourceClaim;
  readonly #devices: readonly Candidate[];
  readonly #taken: ReadonlySet<string>;
  readonly #objects: DeviceObjects;
  #attempts = 0;

  constructor(
    claim: ResourceClaim,
    devices: readonly Candidate[],
    { taken, objects }: { taken: ReadonlySet<string>; objects: DeviceObjects },
  ) {
    this.#claim = claim;
    this.#devices = devices;
    this.#taken = taken;
    this.#objects = objects;
  }

  run(): readonly Pick[] | undefined {
    return this.#requests(this.#claim.spec.devices.requests ?? [], []);
  }

  #requests(requests: readonly DeviceRequest[], picks: readonly Pick[]): readonly Pick[] | undefined {
    const [first, ...rest] = requests;
    if (!first) return picks;
    for (const request of alternatives(first)) {
      const matching = this.#matching(request);
      const isAll = request.allocationMode === 'All';
      if (isAll && (matching.length === 0 || !matching.every((each) => this.#isFree(each, request, picks)))) continue;
      const count = isAll ? matching.length : (request.count ?? 1);
      const found = this.#devicesOf(request, { matching, count, picks }, (all) => this.#requests(rest, all));
      if (found) return found;
    }
    return undefined;
  }

  #devicesOf(
    request: NamedRequest,
    { matching, count, picks }: { matching: readonly Candidate[]; count: number; picks: readonly Pick[] },
    next: (picks: readonly Pick[]) => readonly Pick[] | undefined,
  ): readonly Pick[] | undefined {
    if (count === 0) return next(picks);
    for (const [index, candidate] of matching.entries()) {
      if (++this.#attempts > maxAttempts) return undefined;
      if (!this.#isFree(candidate, request, picks)) continue;
      const more = [...picks, { request, candidate }];
      if (!(this.#claim.spec.devices.constraints ?? []).every((constraint) => isMet(constraint, more))) continue;
      const rest = { matching: matching.slice(index + 1), count: count - 1, picks: more };
      const found = this.#devicesOf(request, rest, next);
      if (found) return found;
    }
    return undefined;
  }

  #matching({ deviceClassName, selectors, tolerations }: NamedRequest): Candidate[] {
    const deviceClass = this.#objects.classNamed(deviceClassName);
    if (!deviceClass) return [];
    return this.#devices.filter(
      ({ device, value }) =>
        isSelected(value, deviceClass.spec.selectors) &&
        isSelected(value, selectors) &&
        (device.taints ?? []).every((taint) => isTaintTolerated(taint, tolerations)) &&
        // Devices that share counters are not divided here.
        (device.consumesCounters ?? []).length === 0,
    );
  }

  #isFree({ key }: Candidate, { adminAccess }: NamedRequest, picks: readonly Pick[]): boolean {
    if (adminAccess) return true;
    return !this.#taken.has(key) && !picks.some(({ candidate }) => candidate.key === key);
  }
}

function alternatives({ name, exactly, firstAvailable = [] }: DeviceRequest): NamedRequest[] {
  if (exactly) return [{ ...exactly, name }];
  return firstAvailable.map((request) => ({ ...request, name: `${name}/${request.name}` }));
}

/** Whether a taint does not keep the device from being used. */
function isTaintTolerated(
  { key, value = '', effect }: DeviceTaint,
  tolerations: readonly DeviceToleration[] = [],
): boolean {
  if (effect !== 'NoSchedule' && effect !== 'NoExecute') return true;
  return tolerations.some((toleration) => {
    if (toleration.effect && toleration.effect !== effect) return false;
    if (toleration.key && toleration.key !== key) return false;
    return toleration.operator === 'Exists' || (toleration.value ?? '') === value;
  });
}

function isMet({ requests, matchAttribute, distinctAttribute }: DeviceConstraint, picks: readonly Pick[]): boolean {
  const isConcerned = ({ request }: Pick): boolean =>
    !requests?.length || requests.some((name) => request.name === name || request.name.startsWith(`${name}/`));
  const attribute = matchAttribute ?? distinctAttribute;
  if (attribute === undefined) return true;
  const values = picks.filter(isConcerned).map(({ candidate }) => attributeOf(candidate, attribute));
  if (values.includes(undefined)) return false;
  const isEqual = (a: number, b: number): boolean => jsonEqual(values[a] as JsonValue, values[b] as JsonValue);
  return values.every((_, index) =>
    matchAttribute === undefined
      ? !values.some((_other, other) => other < index && isEqual(index, other))
      : isEqual(index, 0),
  );
}

/** Attributes of the driver's own domain may be named without it. */
function attributeOf({ driver, device }: Candidate, name: string): object | undefined {
  const { attributes = {} } = device;
  const own = name.startsWith(`${driver}/`) ? name.slice(driver.length + 1) : undefined;
  return attributes[name] ?? (own === undefined ? undefined : attributes[own]);
}

function resultOf(
  claim: ResourceClaim,
  picks: readonly Pick[],
  { node, objects }: { readonly node: Node; readonly objects: DeviceObjects },
): AllocationResult {
  const results = picks.map(({ request, candidate }) => ({
    request: request.name,
    driver: candidate.driver,
    pool: candidate.pool,
    device: candidate.device.name,
    ...(request.adminAccess && { adminAccess: true }),
    ...(request.tolerations && { tolerations: request.tolerations }),
  }));
  const requests = [...new Map(picks.map(({ request }) => [request.name, request])).values()];
  const ofClasses = requests.flatMap(({ name, deviceClassName }) =>
    (objects.classNamed(deviceClassName)?.spec.config ?? []).map((each) => ({
      ...each,
      source: 'FromClass' as const,
      requests: [name],
    })),
  );
  const ofClaim = (claim.spec.devices.config ?? []).map((each) => ({ ...each, source: 'FromClaim' as const }));
  const config = [...ofClasses, ...ofClaim];
  const nodeSelector = selectorOf(picks, node);
  return {
    devices: { results, ...(config.length > 0 && { config }) },
    ...(nodeSelector && { nodeSelector }),
  };
}

/** Where the devices can be used; undefined: everywhere. */
function selectorOf(picks: readonly Pick[], { metadata }: Node): NodeSelector | undefined {
  if (picks.some(({ candidate }) => candidate.nodeName)) {
    const matchFields = [{ key: 'metadata.name', operator: 'In' as const, values: [metadata.name ?? ''] }];
    return { nodeSelectorTerms: [{ matchFields }] };
  }
  const requirements = picks.flatMap(({ candidate }) => candidate.nodeSelector?.nodeSelectorTerms?.[0] ?? []);
  if (requirements.length === 0) return undefined;
  const matchExpressions = requirements.flatMap((term) => term.matchExpressions ?? []);
  const matchFields = requirements.flatMap((term) => term.matchFields ?? []);
  return {
    nodeSelectorTerms: [
      {
        ...(matchExpressions.length > 0 && { matchExpressions }),
        ...(matchFields.length > 0 && { matchFields }),
      },
    ],
  };
}
