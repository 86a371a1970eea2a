// Follows staging/src/k8s.io/apiserver/pkg/admission/plugin/namespace/lifecycle/admission.go (v1.36)

import type { Namespace } from '../../api/core/v1.js';
import { type IsTerminating, NamespaceLifecycle } from '../../server/admission/index.js';
import { decodeStored, type StoredObject } from '../../server/registry/index.js';
import { type FindNamespace, namespaceFinder } from './namespace-of.js';
import { definePlugin } from './plugin-definition.js';

export const namespaceLifecycle = definePlugin({
  name: 'NamespaceLifecycle',
  operations: ['CREATE', 'UPDATE', 'DELETE'],
  isDefault: true,
  create: ({ stores }) => new NamespaceLifecycle(phaseOf(namespaceFinder(stores))),
});

function phaseOf(find: FindNamespace): IsTerminating {
  /** Keyed by the encoded namespace, whose buffer is replaced with each change. */
  const known = new WeakMap<Buffer, boolean>();
  return async (name) => {
    const found = await find(name);
    return found && (known.get(found.value) ?? remember(found));
  };

  function remember({ value }: StoredObject): boolean {
    const isTerminating = (decodeStored(value) as Namespace).status?.phase === 'Terminating';
    known.set(value, isTerminating);
    return isTerminating;
  }
}
