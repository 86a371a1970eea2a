// Follows plugin/pkg/auth/authorizer/node/graph.go (v1.36)
// Follows plugin/pkg/auth/authorizer/node/graph_populator.go (v1.36)

import type { Pod } from '../../api/core/v1.js';
import { compositeKey } from '../../apimachinery/meta/index.js';
import type { ObjectRef, StoreHandler } from '../../server/registry/index.js';
import { type NeededResource, neededBy } from './pod-references.js';

/** Objects that the pods of each node reference. */
export class NodeNeeds implements StoreHandler<Pod> {
  /** Reference counts by node and object. */
  readonly #counts = new Map<string, number>();
  readonly #keysOfPod = new Map<string, readonly string[]>();

  put(pod: Pod): void {
    const { namespace = '', name = '' } = pod.metadata;
    this.remove({ namespace, name });
    const node = pod.spec?.nodeName;
    if (!node) return;
    const needed = neededBy(pod).map((one) => keyOf(node, one.resource, { namespace, name: one.name }));
    const keys = [...new Set(needed)];
    for (const key of keys) this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
    this.#keysOfPod.set(compositeKey(namespace, name), keys);
  }

  remove({ namespace, name }: ObjectRef): void {
    const pod = compositeKey(namespace, name);
    for (const key of this.#keysOfPod.get(pod) ?? []) {
      const left = (this.#counts.get(key) ?? 1) - 1;
      if (left === 0) this.#counts.delete(key);
      else this.#counts.set(key, left);
    }
    this.#keysOfPod.delete(pod);
  }

  clear(): void {
    this.#counts.clear();
    this.#keysOfPod.clear();
  }

  has(node: string, resource: NeededResource, ref: ObjectRef): boolean {
    return this.#counts.has(keyOf(node, resource, ref));
  }
}

function keyOf(node: string, resource: NeededResource, { namespace, name }: ObjectRef): string {
  return compositeKey(node, resource, namespace, name);
}
