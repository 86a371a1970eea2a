// Follows pkg/registry/core/service/ipallocator/ipallocator.go (v1.36)

import type { ServiceCIDR } from '../../api/networking/v1.js';
import { systemClock } from '../../apimachinery/clock/index.js';
import {
  findCondition,
  formatTime,
  isBeingDeleted,
  type JsonObject,
  metadataOf,
} from '../../apimachinery/meta/index.js';
import { ignoreNotFound, isAlreadyExists } from '../../apimachinery/status/index.js';
import { formatIp, parseIpSloppy } from '../../apimachinery/validation/index.js';
import { decodeStored, type ResourceStore, type Stores, type WriteContext } from '../../server/registry/index.js';
import { AddressRange, type IpFamily } from './address-range.js';
import { AllocationError, rangeIsFull } from './allocation-error.js';
import type { AllocationMetrics } from './allocation-metrics.js';

/** The service that an address is allocated to. */
export interface AddressOwner {
  readonly namespace: string;
  readonly name: string;
}

export interface ClusterAddressesOptions {
  /** Networks of --service-cluster-ip-range. */
  readonly ranges: readonly string[];
  /** The stores of IPAddresses, one for each allocated address, and of ServiceCIDRs, which are additional networks. */
  readonly stores: Stores;
  readonly random?: () => number;
  readonly metrics?: AllocationMetrics;
}

const group = 'networking.k8s.io';
const writeContext: WriteContext = { namespace: '', user: 'system:apiserver', dryRun: false, warn: () => {} };

/**
 * Allocates service IPs. Each allocation is an IPAddress object, so that several servers can share a storage: only one
 * create succeeds.
 */
export class ClusterAddresses {
  /** Supported IP families, the primary one first. */
  readonly families: readonly IpFamily[];
  readonly #ranges: readonly AddressRange[];
  readonly #options: ClusterAddressesOptions;
  readonly #random: () => number;

  constructor(options: ClusterAddressesOptions) {
    this.#options = options;
    this.#ranges = options.ranges.map((range) => new AddressRange(range));
    this.#random = options.random ?? Math.random;
    this.families = this.#ranges.map(({ family }) => family);
    const { metrics } = options;
    metrics?.countBeforeScrape(() => this.#countInUse(metrics));
  }

  /** Allocates the requested address. Throws `AllocationError`. */
  async allocate(address: string, owner: AddressOwner): Promise<void> {
    const parsed = parseIpSloppy(address);
    const range = this.#ranges.find((each) => parsed !== undefined && each.has(parsed)) ?? this.#ranges[0]!;
    await this.#measured(range, 'static', () => this.#allocate(address, owner));
  }

  async #allocate(address: string, owner: AddressOwner): Promise<void> {
    const parsed = parseIpSloppy(address);
    const ranges = await this.#readyRanges();
    if (parsed === undefined || !ranges.some((range) => range.has(parsed))) {
      throw new AllocationError('the provided network does not match the current range');
    }
    if (!(await this.#create(formatIp(parsed), owner))) throw new AllocationError('provided IP is already allocated');
  }

  /** Allocates any free address. Throws `AllocationError`. */
  async allocateNext(family: IpFamily, owner: AddressOwner): Promise<string> {
    return this.#measured(this.#configured(family), 'dynamic', () => this.#allocateNext(family, owner));
  }

  /** Counted for the configured network of the family, though another one may have supplied the address. */
  async #measured<Result>(
    range: AddressRange,
    scope: 'static' | 'dynamic',
    allocate: () => Promise<Result>,
  ): Promise<Result> {
    const { metrics } = this.#options;
    return metrics ? metrics.address(range.text, scope, allocate) : allocate();
  }

  async #countInUse(metrics: AllocationMetrics): Promise<void> {
    const allocated = [...(await this.#allocated())].flatMap((address) => parseIpSloppy(address) ?? []);
    for (const range of this.#ranges) {
      const used = allocated.filter((address) => range.has(address)).length;
      metrics.addressesInUse(range.text, { used, size: range.size });
    }
  }

  async #allocateNext(family: IpFamily, owner: AddressOwner): Promise<string> {
    let allocated: ReadonlySet<string> | undefined;
    for (const range of await this.#readyRanges()) {
      if (range.family !== family) continue;
      for (const address of range.candidates(this.#random)) {
        if (allocated?.has(address)) continue;
        if (await this.#create(address, owner)) return address;
        // The first candidate is tried blindly; the allocated addresses are only listed if that fails.
        allocated ??= await this.#allocated();
      }
    }
    throw rangeIsFull();
  }

  /** Throws `AllocationError` if the address is not in a service range. */
  checkRange(address: string, family: IpFamily): void {
    const parsed = parseIpSloppy(address);
    const range = this.#configured(family);
    if (parsed !== undefined && range.has(parsed)) return;
    const valid = `The range of valid IPs is ${range.text}`;
    throw new AllocationError(`the provided IP (${address}) is not in the valid range. ${valid}`);
  }

  /** Shown in a dry run instead of an allocated address: the network address. */
  placeholder(family: IpFamily): string {
    return this.#configured(family).networkText;
  }

  async release(address: string): Promise<void> {
    const parsed = parseIpSloppy(address);
    if (parsed === undefined) return;
    const ref = { namespace: '', name: formatIp(parsed) };
    await this.#addresses.delete(writeContext, ref, { options: {} }).catch(ignoreNotFound);
  }

  get #addresses(): ResourceStore {
    return this.#options.stores.get(group, 'ipaddresses');
  }

  #configured(family: IpFamily): AddressRange {
    const range = this.#ranges.find((each) => each.family === family);
    if (range === undefined) throw new AllocationError(`${family} is not configured on this cluster`);
    return range;
  }

  /**
   * The ranges of ServiceCIDRs, unless they are being deleted or a condition says that they are not ready. Those of the
   * flag come first; they are ready as long as no ServiceCIDR has them.
   */
  async #readyRanges(): Promise<readonly AddressRange[]> {
    const { entries } = await this.#options.stores.get(group, 'servicecidrs').list({}, { notOlderThan: 0n });
    const networks = entries.map(({ value }) => decodeStored(value) as ServiceCIDR);
    const ready = new Set(networks.filter(isReady).flatMap(rangesOf));
    const others = new Set(networks.flatMap(rangesOf).filter((text) => !ready.has(text)));
    const configured = this.#ranges.filter(({ text }) => !others.has(text));
    for (const { text } of configured) ready.delete(text);
    return [...configured, ...[...ready].map((text) => new AddressRange(text))];
  }

  async #allocated(): Promise<ReadonlySet<string>> {
    const addresses = this.#addresses;
    const { entries } = await addresses.list({}, { notOlderThan: 0n });
    return new Set(entries.map((entry) => addresses.refOf(entry).name));
  }

  async #create(name: string, owner: AddressOwner): Promise<boolean> {
    const addresses = this.#addresses;
    const version = addresses.resource.storageVersion;
    try {
      await addresses.create(writeContext, { object: ipAddress(name, owner), version });
      return true;
    } catch (error) {
      if (isAlreadyExists(error)) return false;
      throw error;
    }
  }
}

/** Managed fields entry of IPAddress objects. */
const ownership = {
  manager: 'kube-apiserver',
  operation: 'Update',
  apiVersion: 'networking.k8s.io/v1',
  fieldsType: 'FieldsV1',
  fieldsV1: {
    'f:metadata': {
      'f:labels': { '.': {}, 'f:ipaddress.kubernetes.io/ip-family': {}, 'f:ipaddress.kubernetes.io/managed-by': {} },
    },
    'f:spec': { 'f:parentRef': { '.': {}, 'f:name': {}, 'f:namespace': {}, 'f:resource': {} } },
  },
};

function ipAddress(name: string, { namespace, name: service }: AddressOwner): JsonObject {
  return {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'IPAddress',
    metadata: {
      name,
      labels: {
        'ipaddress.kubernetes.io/ip-family': name.includes(':') ? 'IPv6' : 'IPv4',
        'ipaddress.kubernetes.io/managed-by': 'ipallocator.k8s.io',
      },
      managedFields: [{ ...ownership, time: formatTime(systemClock.now()) }],
    },
    spec: { parentRef: { resource: 'services', namespace, name: service } },
  };
}

function isReady(network: ServiceCIDR): boolean {
  if (isBeingDeleted(metadataOf(network))) return false;
  const ready = findCondition(network.status?.conditions, 'Ready');
  return ready === undefined || ready.status === 'True';
}

function rangesOf({ spec }: ServiceCIDR): string[] {
  return (spec.cidrs ?? []).map((range) => new AddressRange(range).text);
}
