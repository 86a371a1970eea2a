// Follows staging/src/k8s.io/component-helpers/resource/helpers.go (v1.36)
import type { Container, Pod, ResourceList } from '../../../api/core/v1.js';
import { compositeKey } from '../../../apimachinery/meta/index.js';
import { Quantity } from '../../../apimachinery/validation/index.js';

/** Amounts by resource: processors in thousandths, others in units. */
export type Amounts = ReadonlyMap<string, number>;

/** Texts repeat: all pods of a template have the same. */
const parsed = new Map<string, number>();
const maxParsed = 1000;

function amountOf(resource: string, text: string): number {
  const key = compositeKey(resource === 'cpu' ? resource : '', text);
  let amount = parsed.get(key);
  if (amount === undefined) {
    const quantity = Quantity.fromJson(text);
    amount = Number(resource === 'cpu' ? quantity.milliValue() : quantity.value());
    if (parsed.size >= maxParsed) parsed.clear();
    parsed.set(key, amount);
  }
  return amount;
}

export function amountsOf(list: ResourceList = {}): Map<string, number> {
  return new Map(Object.entries(list).map(([resource, text]) => [resource, amountOf(resource, String(text))]));
}

function add(total: Map<string, number>, amounts: Amounts): void {
  for (const [resource, amount] of amounts) total.set(resource, (total.get(resource) ?? 0) + amount);
}

function raise(total: Map<string, number>, amounts: Amounts): void {
  for (const [resource, amount] of amounts) total.set(resource, Math.max(total.get(resource) ?? 0, amount));
}

type RequestsOf = (container: Container) => Amounts;

const declared: RequestsOf = ({ resources }) => amountsOf(resources.requests);

/**
 * What a pod takes from its node: its containers at the same time, or the largest init container with the sidecars
 * started before it, whichever is more.
 */
export function podRequests({ spec }: Pod, requestsOf: RequestsOf = declared): Map<string, number> {
  const total = new Map<string, number>();
  for (const container of spec.containers ?? []) add(total, requestsOf(container));
  const sidecars = new Map<string, number>();
  const peaks = new Map<string, number>();
  for (const container of spec.initContainers ?? []) {
    const requests = requestsOf(container);
    if (container.restartPolicy === 'Always') {
      add(sidecars, requests);
      raise(peaks, sidecars);
    } else {
      const peak = new Map(sidecars);
      add(peak, requests);
      raise(peaks, peak);
    }
  }
  add(total, sidecars);
  raise(total, peaks);
  for (const [resource, amount] of amountsOf(spec.resources?.requests)) total.set(resource, amount);
  add(total, amountsOf(spec.overhead));
  return total;
}

/** Containers without requests count as small ones when nodes are compared. */
const unsetCpu = 100;
const unsetMemory = 200 * 1024 * 1024;

export function nonZeroRequests(pod: Pod): { cpu: number; memory: number } {
  const requests = podRequests(pod, (container) => {
    const amounts = declared(container);
    return new Map([
      ['cpu', amounts.get('cpu') ?? unsetCpu],
      ['memory', amounts.get('memory') ?? unsetMemory],
    ]);
  });
  return { cpu: requests.get('cpu') ?? 0, memory: requests.get('memory') ?? 0 };
}
