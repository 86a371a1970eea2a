// Follows pkg/controller/certificates/rootcacertpublisher/publisher.go (v1.36)
import type { ConfigMap } from '../../api/core/v1.js';

export const mapName = 'kube-root-ca.crt';
const descriptionAnnotation = 'kubernetes.io/description';
const description =
  'Contains a CA bundle that can be used to verify the kube-apiserver when using internal endpoints such as the internal service IP or kubernetes.default.svc. No other usage is guaranteed across distributions of Kubernetes clusters.';

/** The ConfigMap of a namespace; undefined if the current one publishes the certificates. */
export function wantedMap(current: ConfigMap | undefined, certificates: string): ConfigMap | undefined {
  const data = { 'ca.crt': certificates };
  if (!current) {
    const metadata = { name: mapName, annotations: { [descriptionAnnotation]: description } };
    return { apiVersion: 'v1', kind: 'ConfigMap', metadata, data };
  }
  const { data: published = {}, metadata } = current;
  const isSame = published['ca.crt'] === certificates && Object.keys(published).length === 1;
  if (isSame && metadata.annotations?.[descriptionAnnotation]) return undefined;
  const annotations = { ...metadata.annotations, [descriptionAnnotation]: description };
  return { ...current, metadata: { ...metadata, annotations }, data };
}
