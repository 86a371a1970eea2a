import { notFound } from '../../apimachinery/status/index.js';
import type { AdmissionPlugin, AdmissionRequest } from '../../server/admission/index.js';
import type { StoredObject } from '../../server/registry/index.js';

/** Finds a namespace by its name. */
export type FindNamespace = (name: string) => Promise<StoredObject | undefined>;

/** The namespace that something is written in; empty if it is in none, or is itself one. */
export function namespaceOf({ attributes }: AdmissionRequest): string {
  const { kind, namespace } = attributes;
  return kind.kind === 'Namespace' && kind.group === '' ? '' : namespace;
}

/** Nothing is written in a namespace that is not there. */
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
