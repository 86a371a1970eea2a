// Follows plugin/pkg/admission/podresize/admission.go (v1.36)

import type { Node } from '../../api/core/v1.js';
import { goQuote, labelsOf, metadataOf } from '../../apimachinery/meta/index.js';
import { type StatusError, withCause } from '../../apimachinery/status/index.js';
import { Quantity } from '../../apimachinery/validation/index.js';
import { type AdmissionRequest, forbiddenBy } from '../../server/admission/index.js';
import { type Amounts, addAll, aggregateResources, amountsIn, type PodSpec } from '../pod-spec/index.js';
import { type ChangedPod, changedPod, nodeOf } from './changed-pod.js';
import { definePlugin } from './plugin-definition.js';
import { ListerHandler } from './plugin-lister.js';

export const podResizeValidator = definePlugin({
  name: 'PodResizeValidator',
  operations: ['UPDATE'],
  isDefault: true,
  create: ({ stores }) => new PodResizeValidator(stores.lister('', 'nodes')),
});

/** Rejects resizing a pod beyond the allocatable CPU and memory of its node, or on a node that does not run Linux. */
export class PodResizeValidator extends ListerHandler<Node> {
  validate(request: AdmissionRequest): Promise<void> | void {
    const pod = changedPod(request, ['resize']);
    if (pod) return this.#check(request, pod);
  }

  async #check(request: AdmissionRequest, { spec, nodeName }: ChangedPod): Promise<void> {
    const node = nodeOf(request, await this.synced(), nodeName);
    const system = labelsOf(node)['kubernetes.io/os'] ?? 'linux';
    if (system !== 'linux') {
      const where = `node ${goQuote(metadataOf(node).name ?? '')} is ${goQuote(system)}`;
      const problem = `pod resize is only supported on linux nodes, ${where}`;
      throw refused(request, problem, 'UnsupportedPlatform');
    }
    const problem = capacityProblem(requestsOf(spec), amountsIn(node.status?.allocatable));
    if (problem !== undefined) throw refused(request, problem, 'NodeCapacity');
  }
}

function refused(request: AdmissionRequest, problem: string, reason: string): StatusError {
  return withCause(forbiddenBy(request, problem), { reason });
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
