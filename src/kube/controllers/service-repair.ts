import type { Service } from '../../api/core/v1.js';
import type { IPAddress } from '../../api/networking/v1.js';
import { systemClock } from '../../apimachinery/clock/index.js';
import { type JsonObject, labelsOf, metadataOf, parseTime } from '../../apimachinery/meta/index.js';
import { decodeStored, type ResourceStore } from '../../server/registry/index.js';
import { type ServiceAddresses, takenAddresses, takenPorts } from '../groups/core/services/reservation.js';
import { PeriodicController } from './periodic-controller.js';

export interface ServiceRepairOptions {
  readonly services: ResourceStore;
  /** Store of IPAddress objects. */
  readonly records: ResourceStore;
  readonly resources: Pick<ServiceAddresses, 'clusterAddresses' | 'nodePorts' | 'onError'>;
  readonly now?: () => number;
}

const intervalMilliseconds = 3 * 60_000;
/** Upper bound of the time between allocating an address and storing its service. */
const graceMilliseconds = 60_000;
/** A port allocated but unused in this many consecutive checks is released. */
const leakedAfter = 3;

/**
 * Addresses and ports are allocated before a service is stored and released after it is deleted: a server that stops in
 * between leaks them. Releases leaked allocations, and restores missing allocations of existing services.
 */
export class ServiceRepair extends PeriodicController {
  readonly #options: ServiceRepairOptions;
  readonly #now: () => number;
  /** Number of consecutive checks in which an allocated port was unused. */
  #suspects = new Map<number, number>();

  constructor(options: ServiceRepairOptions) {
    super(intervalMilliseconds);
    this.#options = options;
    this.#now = options.now ?? systemClock.now;
  }

  async reconcile(): Promise<void> {
    const { onError } = this.#options.resources;
    await this.#repairAddresses().catch(onError);
    await this.#repairPorts().catch(onError);
  }

  /** Reads records before services: a service that is missing then has been deleted, or is not stored yet. */
  async #repairAddresses(): Promise<void> {
    const { services, records, resources } = this.#options;
    const { clusterAddresses, onError } = resources;
    const recorded = new Map((await objectsOf(records)).map((record) => [metadataOf(record).name ?? '', record]));
    const had = new Map<string, JsonObject>();
    for (const service of await objectsOf(services)) {
      for (const address of takenAddresses((service as Service).spec)) had.set(address, service);
    }
    for (const [address, service] of had) {
      const { name = '', namespace = '' } = metadataOf(service);
      if (!recorded.has(address)) await clusterAddresses.take(address, { namespace, name }).catch(onError);
    }
    for (const [address, record] of recorded) {
      if (!had.has(address) && this.#isLeaked(record)) await clusterAddresses.free(address);
    }
  }

  /** Records with another parent, or not managed by the allocator, are left alone. */
  #isLeaked(record: JsonObject): boolean {
    const { resource } = (record as IPAddress).spec.parentRef ?? {};
    const isOurs = labelsOf(record)['ipaddress.kubernetes.io/managed-by'] === 'ipallocator.k8s.io';
    const created = parseTime(metadataOf(record).creationTimestamp ?? '') ?? this.#now();
    return isOurs && resource === 'services' && this.#now() - created > graceMilliseconds;
  }

  async #repairPorts(): Promise<void> {
    const { nodePorts } = this.#options.resources;
    const taken = await nodePorts.taken();
    const had = new Set(
      (await objectsOf(this.#options.services)).flatMap((service) => takenPorts((service as Service).spec)),
    );
    await nodePorts.restore([...had].filter((port) => !taken.has(port) && nodePorts.range.has(port)));
    const suspects = [...taken].filter((port) => !had.has(port));
    this.#suspects = new Map(suspects.map((port) => [port, (this.#suspects.get(port) ?? 0) + 1]));
    await nodePorts.free(suspects.filter((port) => this.#suspects.get(port)! >= leakedAfter));
  }
}

async function objectsOf(store: ResourceStore): Promise<JsonObject[]> {
  const { entries } = await store.list();
  return entries.map(({ value }) => decodeStored(value));
}
