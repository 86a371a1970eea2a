import type { AdmissionRequest } from '../../server/admission/index.js';
import { type FindNamespace as FindForMatching, followedNamespaces } from '../../server/admission/matching/index.js';
import { decodeStored, type StoredObject, type Stores } from '../../server/registry/index.js';

/** Finds a namespace by its name. */
export type FindNamespace = (name: string) => Promise<StoredObject | undefined>;

export function namespaceFinder(stores: Stores): FindNamespace {
  return (name) => stores.find('', 'namespaces', { namespace: '', name });
}

/** Finds the namespaces whose labels webhooks and policies select by. */
export function namespacesForMatching(stores: Stores): FindForMatching {
  const find = namespaceFinder(stores);
  return followedNamespaces(stores.lister('', 'namespaces'), async (name) => {
    const stored = await find(name);
    return stored && decodeStored(stored.value);
  });
}

/** The namespace of the object; empty for cluster-scoped objects and for namespaces themselves. */
export function namespaceOf({ attributes }: AdmissionRequest): string {
  const { kind, namespace } = attributes;
  return kind.kind === 'Namespace' && kind.group === '' ? '' : namespace;
}
