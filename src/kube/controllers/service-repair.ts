// Follows pkg/registry/core/service/ipallocator/controller/repairip.go (v1.36)
// Follows pkg/registry/core/service/portallocator/controller/repair.go (v1.36)

import type { Service } from '../../api/core/v1.js';
import type { IPAddress } from '../../api/networking/v1.js';
import { systemClock } from '../../apimachinery/clock/index.js';
import { type JsonObject, labelsOf, metadataOf, parseTime } from '../../apimachinery/meta/index.js';
import { isNotFound } from '../../apimachinery/status/index.js';
import { type MetricsRegistry, only, repairMetrics } from '../../server/metrics/index.js';
import { decodeStored, type ResourceStore, StoreInformer } from '../../server/registry/index.js';
import { allocatedAddresses, allocatedPorts, type ServiceAddresses } from '../groups/core/services/reservation.js';
import { PeriodicController } from './periodic-controller.js';

export interface ServiceRepairOptions {
  readonly services: ResourceStore;
  /** Store of IPAddress objects. */
  readonly records: ResourceStore;
  readonly resources: Pick<ServiceAddresses, 'clusterAddresses' | 'nodePorts' | 'onError'>;
  readonly metrics: MetricsRegistry;
  readonly now?: () => number;
}

const intervalMilliseconds = 3 * 60_000;
/** Upper bound of the time between allocating an address and storing its service. */
const graceMilliseconds = 60_000;
/** A port allocated but unused in this many consecutive checks is released. */
const leakedAfter = 3;

/**
 * Addresses and ports are allocated before a service is stored and released after it is deleted: a server that stops in
 * between leaks them. Releases leaked allocations, and restores missing allocations of existing services: those of
 * addresses as soon as the service changes.
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

  /** Also follows the services from then on. */
  override async start(): Promise<void> {
    await super.start();
    const put = (service: JsonObject): void => void this.#restoreAddresses(service);
    const handler = { put, remove: () => undefined, clear: () => undefined };
    if (!this.isClosed) new StoreInformer(this.#options.services, handler, this.#options.resources.onError).start();
  }

  async reconcile(): Promise<void> {
    await this.#repairAddresses().catch(this.#failed(repairMetrics.addressFailures));
    await this.#repairPorts().catch(this.#failed(repairMetrics.portFailures));
  }

  #failed(failures: typeof repairMetrics.addressFailures): (error: unknown) => void {
    return (error) => {
      only(this.#options.metrics.counter(failures)).increment();
      this.#options.resources.onError(error);
    };
  }

  #count(errors: typeof repairMetrics.addressErrors, type: 'leak' | 'repair', count: number): void {
    if (count > 0) this.#options.metrics.counter(errors).with({ type }).add(count);
  }

  /** An address is recorded before its service is stored: one that is not in the cache then is not recorded at all. */
  async #restoreAddresses(service: JsonObject): Promise<void> {
    const { records } = this.#options;
    const addresses = allocatedAddresses((service as Service).spec);
    const missing = addresses.filter((address) => !records.cached({ namespace: '', name: address }));
    for (const address of missing) {
      if (!this.isClosed)
        await this.#restoreIfTaken(address, service).catch(this.#failed(repairMetrics.addressFailures));
    }
  }

  /** Reads both objects anew: the cache of one may be behind that of the other. */
  async #restoreIfTaken(address: string, service: JsonObject): Promise<void> {
    const { services, records } = this.#options;
    const { name = '', namespace = '' } = metadataOf(service);
    if (await find(records, { namespace: '', name: address })) return;
    const current = (await find(services, { namespace, name })) as Service | undefined;
    if (current && allocatedAddresses(current.spec).includes(address))
      await this.#restore(address, { namespace, name });
  }

  async #restore(address: string, owner: { readonly namespace: string; readonly name: string }): Promise<void> {
    await this.#options.resources.clusterAddresses.allocate(address, owner);
    this.#count(repairMetrics.addressErrors, 'repair', 1);
  }

  /** Reads records before services: a service that is missing then has been deleted, or is not stored yet. */
  async #repairAddresses(): Promise<void> {
    const { services, records, resources } = this.#options;
    const recorded = new Map((await objectsOf(records)).map((record) => [metadataOf(record).name ?? '', record]));
    const had = new Map<string, JsonObject>();
    for (const service of await objectsOf(services)) {
      for (const address of allocatedAddresses((service as Service).spec)) had.set(address, service);
    }
    for (const [address, service] of had) {
      const { name = '', namespace = '' } = metadataOf(service);
      if (recorded.has(address)) continue;
      await this.#restore(address, { namespace, name }).catch(this.#failed(repairMetrics.addressFailures));
    }
    const leaked = [...recorded].filter(([address, record]) => !had.has(address) && this.#isLeaked(record));
    for (const [address] of leaked) await resources.clusterAddresses.release(address);
    this.#count(repairMetrics.addressErrors, 'leak', leaked.length);
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
    const allocated = await nodePorts.allocated();
    const had = new Set(
      (await objectsOf(this.#options.services)).flatMap((service) => allocatedPorts((service as Service).spec)),
    );
    const missing = [...had].filter((port) => !allocated.has(port) && nodePorts.range.has(port));
    await nodePorts.restore(missing);
    this.#count(repairMetrics.portErrors, 'repair', missing.length);
    const suspects = [...allocated].filter((port) => !had.has(port));
    this.#suspects = new Map(suspects.map((port) => [port, (this.#suspects.get(port) ?? 0) + 1]));
    const leaked = suspects.filter((port) => this.#suspects.get(port)! >= leakedAfter);
    await nodePorts.release(leaked);
    this.#count(repairMetrics.portErrors, 'leak', leaked.length);
  }
}

async function find(
  store: ResourceStore,
  ref: { readonly namespace: string; readonly name: string },
): Promise<JsonObject | undefined> {
  try {
    return decodeStored((await store.get(ref)).value);
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

async function objectsOf(store: ResourceStore): Promise<JsonObject[]> {
  const { entries } = await store.list();
  return entries.map(({ value }) => decodeStored(value));
}
