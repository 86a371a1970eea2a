// Follows staging/src/k8s.io/apiserver/pkg/endpoints/filters/storageversion.go (v1.36)

import { formatGroupResource } from '../../apimachinery/meta/index.js';
import { messageOf, serviceUnavailable } from '../../apimachinery/status/index.js';
import type { FilterHandler } from '../../server/filters/index.js';
import type { RequestContext } from '../../server/index.js';
import type { StorageVersionUpdates } from './storage-version-updates.js';

const reads: ReadonlySet<string> = new Set(['get', 'list', 'watch']);

/** Refuses writes of resources whose storage versions have not been published yet, except those that this needs. */
export function awaitStorageVersions(updates: StorageVersionUpdates): FilterHandler {
  return (context, next) => {
    if (updates.isComplete || mayPass(context)) return next();
    const { apiGroup: group, resource } = context.info;
    if (!updates.isPending({ group, resource })) return next();
    const name = formatGroupResource({ group, resource });
    const problem = updates.lastProblem({ group, resource });
    const last = problem === undefined ? '<nil>' : messageOf(problem);
    throw serviceUnavailable(
      `wait for storage version registration to complete for resource: ${name}, last seen error: ${last}`,
    );
  };
}

function mayPass({ info, user }: RequestContext): boolean {
  const { verb, apiGroup, resource, namespace } = info;
  if (!info.isResourceRequest || reads.has(verb)) return true;
  if (apiGroup === 'internal.apiserver.k8s.io' && resource === 'storageversions') return true;
  if (apiGroup === 'coordination.k8s.io' && resource === 'leases' && namespace === 'kube-system') return true;
  const isServer = user.name === 'system:apiserver' && user.groups.includes('system:masters');
  return apiGroup === '' && resource === 'namespaces' && verb === 'create' && isServer;
}
