// Follows plugin/pkg/admission/namespace/autoprovision/admission.go (v1.36)

import { isAlreadyExists } from '../../apimachinery/status/index.js';
import { type AdmissionHandler, type AdmissionRequest, forbiddenBy } from '../../server/admission/index.js';
import { type FindNamespace, namespaceFinder, namespaceOf } from './namespace-of.js';
import { definePlugin } from './plugin-definition.js';

export const namespaceAutoProvision = definePlugin({
  name: 'NamespaceAutoProvision',
  operations: ['CREATE'],
  isDefault: false,
  create: ({ stores, client }) => {
    const namespaces = client.resource({ group: '', version: 'v1', resource: 'namespaces' });
    const create = (name: string) => namespaces.create({ metadata: { name } });
    return new NamespaceAutoProvision({ find: namespaceFinder(stores), create });
  },
});

export interface NamespaceAutoProvisionOptions {
  readonly find: FindNamespace;
  readonly create: (name: string) => Promise<unknown>;
}

/** Creates the namespace of a request if it does not exist. */
export class NamespaceAutoProvision implements AdmissionHandler {
  readonly #options: NamespaceAutoProvisionOptions;

  constructor(options: NamespaceAutoProvisionOptions) {
    this.#options = options;
  }

  admit(request: AdmissionRequest): Promise<void> | void {
    const namespace = namespaceOf(request);
    if (namespace !== '' && !request.attributes.dryRun) return this.#provide(request, namespace);
  }

  async #provide(request: AdmissionRequest, namespace: string): Promise<void> {
    const { find, create } = this.#options;
    if (await find(namespace)) return;
    try {
      await create(namespace);
    } catch (error) {
      if (!isAlreadyExists(error)) throw forbiddenBy(request, error as Error);
    }
  }
}
