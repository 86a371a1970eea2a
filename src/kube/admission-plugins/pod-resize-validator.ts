import { goQuote, type JsonObject, labelsOf, metadataOf } from '../../apimachinery/meta/index.js';
import { type StatusError, withCause } from '../../apimachinery/status/index.js';
import { Quantity } from '../../apimachinery/validation/index.js';
import { type AdmissionPlugin, type AdmissionRequest, forbiddenBy } from '../../server/admission/index.js';
import { objectIn } from '../fields.js';
import {
  type Amounts,
  addAll,
  aggregateResources,
  amountsIn,
  type PodSpec,
  type ResourceList,
} from '../pod-spec/index.js';
import { type ChangedPod, changedPod, nodeOf } from './changed-pod.js';
import type { PluginLister } from './plugin-lister.js';

/** Rejects resizing a pod beyond the allocatable CPU and memory of its node, or on a node that does not run Linux. */
export class PodResizeValidator implements AdmissionPlugin {
  readonly name = 'PodResizeValidator';
  readonly #nodes: () => PluginLister;

  constructor(nodes: () => PluginLister) {
    this.#nodes = nodes;
  }

  handles(operation: string): boolean {
    return operation === 'UPDATE';
  }

  validate(request: AdmissionRequest): Promise<void> | void {
    const pod = changedPod(request, ['resize']);
    if (pod) return this.#check(request, pod);
  }

  async #check(request: AdmissionRequest, { spec, nodeName }: ChangedPod): Promise<void> {
    const node = await nodeOf(request, this.#nodes(), nodeName);
    const system = labelsOf(node)['kubernetes.io/os'] ?? 'linux';
    if (system !== 'linux') {
      const where = `node ${goQuote(metadataOf(node).name ?? '')} is ${goQuote(system)}`;
      const problem = `pod resize is only supported on linux nodes, ${where}`;
      throw refused(request, problem, 'UnsupportedPlatform');
    }
    const problem = capacityProblem(requestsOf(spec), allocatableOf(node));
    if (problem !== undefined) throw refused(request, problem, 'NodeCapacity');
  }
}

function refused(request: AdmissionRequest, problem: string, reason: string): StatusError {
  return withCause(forbiddenBy(request, problem), { reason });
}

function allocatableOf({ status }: JsonObject): Amounts {
  return amountsIn(objectIn(objectIn(status)['allocatable']) as ResourceList);
}

/** Pod-level requests take precedence over those of containers. */
function requestsOf(spec: PodSpec): Amounts {
  const requests = aggregateResources(spec, 'requests');
  for (const [name, amount] of amountsIn(spec.resources?.requests)) requests.set(name, amount);
  addAll(requests, amountsIn(spec.overhead));
  return requests;
}

const none = Quantity.of(0n);

function capacityProblem(requests: Amounts, allocatable: Amounts): string | undefined {
  const exceeded = (['cpu', 'memory'] as const).flatMap((name) => {
    const [wanted = none, there = none] = [requests.get(name), allocatable.get(name)];
    if (wanted.compare(there) <= 0) return [];
    const shown = (amount: Quantity): bigint => (name === 'cpu' ? amount.milliValue() : amount.value());
    return [`${name}, requested: ${shown(wanted)}, allocatable: ${shown(there)}`];
  });
  return exceeded.length > 0 ? `node didn't have enough allocatable resources: ${exceeded.join('; ')}` : undefined;
}
