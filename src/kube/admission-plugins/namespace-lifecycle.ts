import { decodeJson } from '../../apimachinery/codec/index.js';
import { isJsonObject } from '../../apimachinery/meta/index.js';
import { notFound, StatusError } from '../../apimachinery/status/index.js';
import { type AdmissionPlugin, type AdmissionRequest, forbiddenBy } from '../../server/admission/index.js';
import type { StoredObject } from '../../server/registry/index.js';

/** Namespaces that cannot be deleted, because the cluster depends on them. */
const immortal = new Set(['default', 'kube-system', 'kube-public']);

/** Rejects creation of objects in namespaces that do not exist or are terminating. */
export class NamespaceLifecycle implements AdmissionPlugin {
  readonly name = 'NamespaceLifecycle';
  readonly #find: (name: string) => Promise<StoredObject | undefined>;
  /** Keyed by the encoded namespace, whose buffer is replaced with each change. */
  readonly #isEnding = new WeakMap<Buffer, boolean>();

  constructor(find: (name: string) => Promise<StoredObject | undefined>) {
    this.#find = find;
  }

  handles(operation: string): boolean {
    return operation !== 'CONNECT';
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
    const found = await this.#find(namespace);
    if (!found) throw notFound({ group: '', resource: 'namespaces' }, namespace);
    if (operation === 'CREATE' && this.#ends(found)) throw terminating(request, namespace);
  }

  #ends({ value }: StoredObject): boolean {
    let ends = this.#isEnding.get(value);
    if (ends === undefined) {
      const namespace = decodeJson(value);
      const status = isJsonObject(namespace) ? namespace['status'] : undefined;
      ends = isJsonObject(status) && status['phase'] === 'Terminating';
      this.#isEnding.set(value, ends);
    }
    return ends;
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
