// Follows pkg/registry/core/service/storage/alloc.go (v1.36)

import type { Service, ServiceSpec } from '../../../../api/core/v1.js';
import { cloneJson } from '../../../../apimachinery/meta/index.js';
import { internalError, invalid, type StatusError } from '../../../../apimachinery/status/index.js';
import { type FieldError, FieldPath } from '../../../../apimachinery/validation/index.js';
import type { Reservation, Stores, StrategyContext } from '../../../../server/registry/index.js';
import {
  type AddressOwner,
  AllocationError,
  type ClusterAddresses,
  familyOf,
  type IpFamily,
  type NodePorts,
} from '../../../service-addresses/index.js';
import { keepsPreferredFamilies, settleIpFamilies } from './ip-families.js';
import { keepAllocated, linkClusterIps } from './linked-fields.js';
import { NodePortOperation } from './node-port-operation.js';
import { reserveNodePorts } from './node-port-reservation.js';
import { isExternalName, isHeadless, needsHealthCheck, nodePortsOf } from './service.js';

/** Allocators of service resources. */
export interface ServiceAddresses {
  readonly clusterAddresses: ClusterAddresses;
  readonly nodePorts: NodePorts;
  /** Deletes the endpoints of a deleted service, so that a new one of the same name does not inherit them. */
  readonly removeEndpoints: (service: AddressOwner) => Promise<void>;
  /** Where the backends of services are found. */
  readonly stores: Stores;
  /** Called when releasing fails: the allocation is leaked until the repair controller runs. */
  readonly onError: (error: unknown) => void;
}

interface Change {
  readonly object: Service;
  readonly old: Service | undefined;
}

/** Allocates the addresses and ports of a service, in place, and releases those that it no longer needs. */
export async function reserve(
  { object, old }: Change,
  { dryRun, features }: StrategyContext,
  resources: ServiceAddresses,
): Promise<Reservation> {
  // The old and the new object may share structure.
  object.spec = cloneJson(object.spec);
  const change = { spec: object.spec, old: old?.spec };
  if (change.old) keepAllocated({ spec: change.spec, old: change.old });
  linkClusterIps(change.spec, change.old);
  const { name = '', namespace = '' } = object.metadata;
  const strict = features.isEnabled('StrictIPCIDRValidation');
  refuse(name, settleIpFamilies({ ...change, strict }, resources.clusterAddresses.families));
  const allocation = new ServiceAllocation(resources, { owner: { namespace, name }, dryRun });
  try {
    await allocation.addresses(change);
    const errors = await reserveNodePorts(change, allocation.ports);
    refuse(name, errors);
  } catch (error) {
    await allocation.rollback();
    throw error;
  }
  return allocation;
}

/** Releases all allocations of a deleted service. Errors do not affect the deletion. */
export async function release({ metadata, spec }: Service, resources: ServiceAddresses): Promise<void> {
  const { clusterAddresses, nodePorts, removeEndpoints, onError } = resources;
  const { name = '', namespace = '' } = metadata;
  await removeEndpoints({ namespace, name }).catch(onError);
  for (const address of allocatedAddresses(spec)) await clusterAddresses.release(address).catch(onError);
  await nodePorts.release(allocatedPorts(spec)).catch(onError);
}

/** Returns the node ports of a service, including its health check port. */
export function allocatedPorts(spec: ServiceSpec): number[] {
  const ports = nodePortsOf(spec);
  return needsHealthCheck(spec) && spec.healthCheckNodePort ? [...ports, spec.healthCheckNodePort] : ports;
}

export function allocatedAddresses(spec: ServiceSpec): readonly string[] {
  return isExternalName(spec) || isHeadless(spec) ? [] : (spec.clusterIPs ?? []);
}

function refuse(name: string, errors: readonly FieldError[]): void {
  if (errors.length > 0) throw invalid({ group: '', kind: 'Service' }, name, errors);
}

/** Allocations of one write: allocates at once, releases after the write has succeeded. */
class ServiceAllocation implements Reservation {
  readonly ports: NodePortOperation;
  readonly #resources: ServiceAddresses;
  readonly #owner: AddressOwner;
  readonly #dryRun: boolean;
  readonly #allocated: string[] = [];
  #released: readonly string[] = [];

  constructor(resources: ServiceAddresses, { owner, dryRun }: { owner: AddressOwner; dryRun: boolean }) {
    this.#resources = resources;
    this.#owner = owner;
    this.#dryRun = dryRun;
    this.ports = new NodePortOperation(resources.nodePorts, { dryRun });
  }

  async addresses({ spec, old }: { spec: ServiceSpec; old: ServiceSpec | undefined }): Promise<void> {
    if (keepsPreferredFamilies({ spec, old })) return;
    if (old === undefined || isExternalName(old)) {
      if (!isExternalName(spec) && !isHeadless(spec)) await this.#allocateFrom(spec, 0);
    } else if (isHeadless(old)) {
      return;
    } else if (isExternalName(spec)) {
      this.#released = allocatedAddresses(old);
    } else if (old.ipFamilies?.length === 1 && spec.ipFamilies?.length === 2) {
      await this.#allocateFrom(spec, 1);
    } else if (old.ipFamilies?.length === 2 && spec.ipFamilies?.length === 1) {
      this.#released = allocatedAddresses(old).slice(1);
    }
  }

  async commit(): Promise<void> {
    if (this.#dryRun) return;
    await this.#release(this.#released);
    await this.ports.commit().catch(this.#resources.onError);
  }

  async rollback(): Promise<void> {
    if (this.#dryRun) return;
    await this.#release(this.#allocated);
    await this.ports.rollback().catch(this.#resources.onError);
  }

  /** Allocates an address for each family from an index on. */
  async #allocateFrom(spec: ServiceSpec, first: number): Promise<void> {
    const { ipFamilies = [], clusterIPs: wanted = [] } = spec;
    const addresses = [...wanted];
    for (let index = first; index < ipFamilies.length; index++) {
      const address = await this.#allocate(wanted[index] ?? '', ipFamilies[index] as IpFamily, wanted);
      addresses[index] = address;
      if (!this.#dryRun) this.#allocated.push(address);
    }
    spec.clusterIPs = addresses;
    if (first === 0 && addresses[0]) spec.clusterIP = addresses[0];
  }

  async #allocate(wanted: string, family: IpFamily, all: readonly string[]): Promise<string> {
    const { clusterAddresses } = this.#resources;
    try {
      if (wanted === '') {
        return this.#dryRun
          ? clusterAddresses.placeholder(family)
          : await clusterAddresses.allocateNext(family, this.#owner);
      }
      if (this.#dryRun) clusterAddresses.checkRange(wanted, familyOf(wanted));
      else await clusterAddresses.allocate(wanted, this.#owner);
      return wanted;
    } catch (error) {
      throw error instanceof AllocationError ? this.#refusal(error, { wanted, all }) : error;
    }
  }

  #refusal(error: AllocationError, { wanted, all }: { wanted: string; all: readonly string[] }): StatusError {
    const { name } = this.#owner;
    if (error.isFull) {
      return internalError(`failed to allocate a serviceIP for Service ${JSON.stringify(name)}: ${error.message}`);
    }
    const detail = `failed to allocate IP ${wanted}: ${error.message}`;
    const errors = [FieldPath.of('spec', 'clusterIPs').invalid([...all], detail)];
    return invalid({ group: '', kind: 'Service' }, name, errors);
  }

  async #release(addresses: readonly string[]): Promise<void> {
    for (const address of addresses) {
      await this.#resources.clusterAddresses.release(address).catch(this.#resources.onError);
    }
  }
}
