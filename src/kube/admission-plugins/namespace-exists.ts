// Follows plugin/pkg/admission/namespace/exists/admission.go (v1.36)

import { notFound } from '../../apimachinery/status/index.js';
import type { AdmissionHandler, AdmissionRequest } from '../../server/admission/index.js';
import { type FindNamespace, namespaceFinder, namespaceOf } from './namespace-of.js';
import { definePlugin } from './plugin-definition.js';

export const namespaceExists = definePlugin({
  name: 'NamespaceExists',
  operations: ['CREATE', 'UPDATE', 'DELETE'],
  isDefault: false,
  create: ({ stores }) => new NamespaceExists(namespaceFinder(stores)),
});

/** Rejects requests in namespaces that do not exist. */
export class NamespaceExists implements AdmissionHandler {
  readonly #find: FindNamespace;

  constructor(find: FindNamespace) {
    this.#find = find;
  }

  validate(request: AdmissionRequest): Promise<void> | void {
    const namespace = namespaceOf(request);
    if (namespace !== '') return this.#check(namespace);
  }

  async #check(namespace: string): Promise<void> {
    if (!(await this.#find(namespace))) throw notFound({ group: '', resource: 'namespaces' }, namespace);
  }
}
