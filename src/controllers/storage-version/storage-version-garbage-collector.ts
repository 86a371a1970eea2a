// Follows pkg/controller/storageversiongc/gc_controller.go (v1.36)
import type { StorageVersion } from '../../api/apiserverinternal/v1alpha1.js';
import type { Lease } from '../../api/coordination/v1.js';
import { isNotFound } from '../../apimachinery/status/index.js';
import type { ControllerContext } from '../controller.js';
import { firstObject, startAll } from '../first-object.js';
import { isServed } from '../is-served.js';
import { keyedController } from '../keyed-controller.js';
import { leases, storageVersions } from '../resources.js';
import { liveVersions } from './live-versions.js';

/** The leases of API servers. */
const identities = {
  namespace: 'kube-system',
  labelSelector: 'apiserver.kubernetes.io/identity=kube-apiserver',
} as const;

/** Removes what servers that are gone have recorded about how they store objects. */
export const storageVersionGarbageCollector = keyedController({
  name: 'storageversion-garbage-collector-controller',
  workers: 1,
  async watch(context, enqueue) {
    if (!(await isServed(context, storageVersions))) return;
    const versions = context.informers.informer<StorageVersion>(storageVersions);
    await firstObject(versions, context.signal);
    const servers = context.informers.informer<Lease>(leases, identities);
    await startAll(versions, servers);
    const consider = ({ metadata, status }: StorageVersion): void => {
      const records = status.storageVersions ?? [];
      const isKnown = (server = ''): boolean => servers.lister.get(server, identities.namespace) !== undefined;
      if (!records.every(({ apiServerID }) => isKnown(apiServerID))) enqueue(metadata.name ?? '');
    };
    versions.addHandler({ added: consider, updated: (_old, version) => consider(version) });
    servers.addHandler({ deleted: () => versions.lister.list().forEach(consider) });
  },
  async reconcile(name, context) {
    const { client, clock, signal } = context;
    const resource = client.resource<StorageVersion>(storageVersions);
    try {
      const found = await resource.get(name, { signal });
      const live = await liveServers(context);
      const left = liveVersions(found, (server) => live.has(server), clock.now());
      if (!left) await resource.delete(name, { signal });
      else if (left !== found) await resource.updateStatus(left, { signal });
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  },
});

/** Read from the server: a lease that the informer does not have may be new. */
async function liveServers({ client, signal }: ControllerContext): Promise<ReadonlySet<string>> {
  const { namespace, labelSelector } = identities;
  const { items } = await client.metadata(leases, namespace).list({ labelSelector, signal });
  return new Set(items.map(({ metadata }) => metadata.name ?? ''));
}
