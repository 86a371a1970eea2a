// Follows pkg/controller/certificates/rootcacertpublisher/publisher.go (v1.36)
import type { ConfigMap, Namespace } from '../../api/core/v1.js';
import type { Controller, ControllerContext } from '../controller.js';
import { keyedController } from '../keyed-controller.js';
import { configMaps, namespaces } from '../resources.js';
import { isNamespaceGone } from '../terminating-namespace.js';

export const rootCaCertificatePublisherName = 'root-ca-certificate-publisher-controller';

const name = 'kube-root-ca.crt';
const descriptionAnnotation = 'kubernetes.io/description';
const description =
  'Contains a CA bundle that can be used to verify the kube-apiserver when using internal endpoints such as the internal service IP or kubernetes.default.svc. No other usage is guaranteed across distributions of Kubernetes clusters.';

/** Publishes the certificates by which pods verify the API server, in every namespace. */
export function rootCaCertificatePublisher(certificates: string): Controller {
  const data = { 'ca.crt': certificates };
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
      const current = publishedMaps({ informers }).lister.get(name, namespace);
      if (!current) {
        const metadata = { name, annotations: { [descriptionAnnotation]: description } };
        const created = maps.create({ apiVersion: 'v1', kind: 'ConfigMap', metadata, data }, { signal });
        await created.catch(unlessNamespaceIsGone);
      } else if (!isPublished(current, certificates)) {
        const annotations = { ...current.metadata.annotations, [descriptionAnnotation]: description };
        await maps.update({ ...current, metadata: { ...current.metadata, annotations }, data }, { signal });
      }
    },
  });
}

function publishedMaps({ informers }: Pick<ControllerContext, 'informers'>) {
  return informers.informer<ConfigMap>(configMaps, { fieldSelector: `metadata.name=${name}` });
}

function isPublished({ data = {}, metadata }: ConfigMap, certificates: string): boolean {
  const isSame = data['ca.crt'] === certificates && Object.keys(data).length === 1;
  return isSame && Boolean(metadata.annotations?.[descriptionAnnotation]);
}

function unlessNamespaceIsGone(error: unknown): void {
  if (!isNamespaceGone(error)) throw error;
}
