import { isAlreadyExists } from '../../apimachinery/status/index.js';
import { type AdmissionPlugin, type AdmissionRequest, forbiddenBy } from '../../server/admission/index.js';
import { type FindNamespace, namespaceOf } from './namespace-exists.js';

export interface NamespaceAutoProvisionOptions {
  readonly find: FindNamespace;
  readonly create: (name: string) => Promise<unknown>;
}

/** Creates the namespace of a request if it does not exist. */
export class NamespaceAutoProvision implements AdmissionPlugin {
  readonly name = 'NamespaceAutoProvision';
  readonly #options: NamespaceAutoProvisionOptions;

  constructor(options: NamespaceAutoProvisionOptions) {
    this.#options = options;
  }

  handles(operation: string): boolean {
    return operation === 'CREATE';
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
