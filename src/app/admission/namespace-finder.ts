import { type FindNamespace, followedNamespaces } from '../../server/admission/matching/index.js';
import { decodeStored } from '../../server/registry/index.js';
import type { PluginDependencies } from './plugin-table.js';

/** Finds namespaces, for plug-ins that decide by namespace labels. */
export function namespaceFinder({ kube }: PluginDependencies): FindNamespace {
  return followedNamespaces(
    () => kube().objects('', 'namespaces'),
    async (name) => {
      const stored = await kube().findNamespace(name);
      return stored && decodeStored(stored.value);
    },
  );
}
