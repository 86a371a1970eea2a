// Follows pkg/controlplane/controller/systemnamespaces/system_namespaces_controller.go (v1.36)

import type { RestClient } from '../../client/rest/index.js';
import { ensureNamespace } from '../create-if-missing.js';
import { PeriodicController } from './periodic-controller.js';

const namespaces = ['kube-system', 'kube-public', 'kube-node-lease', 'default'];
const intervalMilliseconds = 60_000;

/** Ensures that the system namespaces exist. */
export class SystemNamespaces extends PeriodicController {
  readonly #client: RestClient;
  readonly #onError: (error: unknown) => void;

  constructor({ client, onError }: { client: RestClient; onError: (error: unknown) => void }) {
    super(intervalMilliseconds);
    this.#client = client;
    this.#onError = onError;
  }

  async reconcile(): Promise<void> {
    await Promise.all(namespaces.map((name) => ensureNamespace(this.#client, name).catch(this.#onError)));
  }
}
