// Follows staging/src/k8s.io/apiserver/pkg/admission/plugin/namespace/lifecycle/admission.go (v1.36)

import { notFound, StatusError } from '../../apimachinery/status/index.js';
import type { AdmissionRequest } from './admission-request.js';
import { forbiddenBy } from './forbidden-by.js';
import type { AdmissionPlugin } from './plugin.js';

/** Returns whether a namespace is being terminated; undefined: it does not exist. */
export type IsTerminating = (namespace: string) => Promise<boolean | undefined>;

/** Namespaces that cannot be deleted, because the cluster depends on them. */
const immortal = new Set(['default', 'kube-system', 'kube-public']);

/** Rejects creation of objects in namespaces that do not exist or are terminating. */
export class NamespaceLifecycle implements AdmissionPlugin {
  readonly name = 'NamespaceLifecycle';
  readonly operations = ['CREATE', 'UPDATE', 'DELETE'] as const;
  readonly #isTerminating: IsTerminating;

  constructor(isTerminating: IsTerminating) {
    this.#isTerminating = isTerminating;
  }

  async admit(request: AdmissionRequest): Promise<void> {
    const { operation, attributes } = request;
    const { resource, namespace, name } = attributes;
    const isNamespace = resource.group === '' && resource.resource === 'namespaces';
    if (isNamespace && operation === 'DELETE' && immortal.has(name)) {
      throw forbiddenBy(request, 'this namespace may not be deleted');
    }
    const isReview = resource.group === 'authorization.k8s.io' && resource.resource === 'localsubjectaccessreviews';
    if (isNamespace || isReview || namespace === '' || operation === 'DELETE') return;
    const isTerminating = await this.#isTerminating(namespace);
    if (isTerminating === undefined) throw notFound({ group: '', resource: 'namespaces' }, namespace);
    if (operation === 'CREATE' && isTerminating) throw terminating(request, namespace);
  }
}

function terminating(request: AdmissionRequest, namespace: string): StatusError {
  const refusal = forbiddenBy(
    request,
    `unable to create new content in namespace ${namespace} because it is being terminated`,
  );
  const message = `namespace ${namespace} is being terminated`;
  const cause = { reason: 'NamespaceTerminating', message, field: 'metadata.namespace' } as const;
  const { status } = refusal;
  return new StatusError({ ...status, details: { ...status.details, causes: [cause] } });
}
