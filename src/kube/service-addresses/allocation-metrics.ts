// Follows pkg/registry/core/service/ipallocator/metrics.go (v1.36)
// Follows pkg/registry/core/service/portallocator/metrics.go (v1.36)

import { systemClock } from '../../apimachinery/clock/index.js';
import { allocationMetrics, type MetricsRegistry, only } from '../../server/metrics/index.js';

type Scope = 'static' | 'dynamic';

/** Counts allocations of service IPs and node ports. */
export class AllocationMetrics {
  readonly #registry: MetricsRegistry;

  constructor(registry: MetricsRegistry) {
    this.#registry = registry;
  }

  /** `count` is called at each scrape; what it sets is seen by the next one. */
  countBeforeScrape(count: () => Promise<void>): void {
    this.#registry.onScrape(() => void count().catch(() => {}));
  }

  /** Measures the allocation of an address from a network. */
  async address<Result>(cidr: string, scope: Scope, allocate: () => Promise<Result>): Promise<Result> {
    const { addresses, addressErrors, addressDuration } = allocationMetrics;
    const begin = systemClock.monotonic();
    try {
      const result = await allocate();
      this.#registry.counter(addresses).with({ cidr, scope }).increment();
      return result;
    } catch (error) {
      this.#registry.counter(addressErrors).with({ cidr, scope }).increment();
      throw error;
    } finally {
      this.#registry
        .histogram(addressDuration)
        .with({ cidr })
        .observe((systemClock.monotonic() - begin) / 1000);
    }
  }

  async port<Result>(scope: Scope, allocate: () => Promise<Result>): Promise<Result> {
    const { ports, portErrors } = allocationMetrics;
    try {
      const result = await allocate();
      this.#registry.counter(ports).with({ scope }).increment();
      return result;
    } catch (error) {
      this.#registry.counter(portErrors).with({ scope }).increment();
      throw error;
    }
  }

  addressesInUse(cidr: string, { used, size }: { used: number; size: number }): void {
    this.#registry.gauge(allocationMetrics.usedAddresses).with({ cidr }).set(used);
    this.#registry
      .gauge(allocationMetrics.freeAddresses)
      .with({ cidr })
      .set(size - used);
  }

  portsInUse({ used, size }: { used: number; size: number }): void {
    only(this.#registry.gauge(allocationMetrics.usedPorts)).set(used);
    only(this.#registry.gauge(allocationMetrics.freePorts)).set(size - used);
  }
}
