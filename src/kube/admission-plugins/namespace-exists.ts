import { notFound } from '../../apimachinery/status/index.js';
import type { AdmissionPlugin, AdmissionRequest } from '../../server/admission/index.js';
import type { StoredObject } from '../../server/registry/index.js';

/** Finds a namespace by its name. */
export type FindNamespace = (name: string) => Promise<StoredObject | undefined>;

/** The namespace of the object; empty for cluster-scoped objects and for namespaces themselves. */
export function namespaceOf({ attributes }: AdmissionRequest): string {
  const { kind, namespace } = attributes;
  return kind.kind === 'Namespace' && kind.group === '' ? '' : namespace;
}

/** Rejects requests in namespaces that do not exist. */
export class NamespaceExists implements AdmissionPlugin {
  readonly name = 'NamespaceExists';
  readonly #find: FindNamespace;

  constructor(find: FindNamespace) {
    this.#find = find;
  }

  handles(operation: string): boolean {
    return operation !== 'CONNECT';
  }

  validate(request: AdmissionRequest): Promise<void> | void {
    const namespace = namespaceOf(request);
    if (namespace !== '') return this.#check(namespace);
  }

  async #check(namespace: string): Promise<void> {
    if (!(await this.#find(namespace))) throw notFound({ group: '', resource: 'namespaces' }, namespace);
  }
}
