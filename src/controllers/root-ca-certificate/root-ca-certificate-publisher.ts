// Follows pkg/controller/certificates/rootcacertpublisher/publisher.go (v1.36)
import type { ConfigMap, Namespace } from '../../api/core/v1.js';
import type { Controller, ControllerContext } from '../controller.js';
import { keyedController } from '../keyed-controller.js';
import { configMaps, namespaces } from '../resources.js';
import { isNamespaceGone } from '../terminating-namespace.js';
import { mapName, wantedMap } from './wanted-map.js';

export const rootCaCertificatePublisherName = 'root-ca-certificate-publisher-controller';

/** Publishes the certificates by which pods verify the API server, in every namespace. */
export function rootCaCertificatePublisher(certificates: string): Controller {
  return keyedController({
    name: rootCaCertificatePublisherName,
    async watch({ informers }, enqueue) {
      const ofNamespaces = informers.informer<Namespace>(namespaces);
      const published = publishedMaps({ informers });
      const enqueueNamespace = ({ metadata }: ConfigMap): void => enqueue(metadata.namespace ?? '');
      published.addHandler({ updated: (_old, map) => enqueueNamespace(map), deleted: enqueueNamespace });
      ofNamespaces.addHandler({
        added: ({ metadata }) => enqueue(metadata.name ?? ''),
        updated: (_old, { metadata, status }) => {
          if (status?.phase === 'Active') enqueue(metadata.name ?? '');
        },
      });
      ofNamespaces.start();
      published.start();
      await published.synced();
    },
    async reconcile(namespace, { client, informers, signal }) {
      const maps = client.resource<ConfigMap>(configMaps, namespace);
      const current = publishedMaps({ informers }).lister.get(mapName, namespace);
      const wanted = wantedMap(current, certificates);
      if (!wanted) return;
      if (current) await maps.update(wanted, { signal });
      else await maps.create(wanted, { signal }).catch(unlessNamespaceIsGone);
    },
  });
}

function publishedMaps({ informers }: Pick<ControllerContext, 'informers'>) {
  return informers.informer<ConfigMap>(configMaps, { fieldSelector: `metadata.name=${mapName}` });
}

function unlessNamespaceIsGone(error: unknown): void {
  if (!isNamespaceGone(error)) throw error;
}
