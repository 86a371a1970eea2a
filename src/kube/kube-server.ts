import { isNotFound } from '../apimachinery/status/index.js';
import { ApiServer, type ApiServerOptions, type ServerParts } from '../server/index.js';
import type { StoredObject } from '../server/registry/index.js';
import { SystemNamespaces } from './controllers/index.js';
import { coordination } from './groups/coordination/coordination.js';
import { core } from './groups/core/core.js';

export interface KubeServerOptions extends ApiServerOptions {
  readonly parts: ServerParts;
}

/** Serves the built-in groups, and looks after the objects of theirs that always have to be there. */
export class KubeServer extends ApiServer {
  constructor(options: KubeServerOptions) {
    super(options);
    for (const group of [core, coordination]) this.install(group);
    this.#addControllers(options.parts);
  }

  /** For those who must know whether a namespace is there, and how it is, before they write into it. */
  async findNamespace(name: string): Promise<StoredObject | undefined> {
    try {
      return await this.store('', 'namespaces').get({ namespace: '', name });
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw error;
    }
  }

  #addControllers({ lifecycle, loopback, onError }: ServerParts): void {
    lifecycle.addPostStartHook('start-system-namespaces-controller', async ({ signal }) => {
      const controller = new SystemNamespaces({ client: loopback.client, onError });
      signal.addEventListener('abort', () => controller.close(), { once: true });
      await controller.start();
    });
  }
}
