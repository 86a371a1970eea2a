// Follows pkg/controlplane/controller/systemnamespaces/system_namespaces_controller.go (v1.36)

import { every, systemClock } from '../../apimachinery/clock/index.js';
import type { RestClient } from '../../client/rest/index.js';
import { ensureNamespace } from '../create-if-missing.js';

const namespaces = ['kube-system', 'kube-public', 'kube-node-lease', 'default'];
const intervalMilliseconds = 60_000;

/** Ensures that the system namespaces exist. */
export class SystemNamespaces {
  readonly #client: RestClient;
  readonly #onError: (error: unknown) => void;
  #cancelTimer: (() => void) | undefined;

  constructor({ client, onError }: { client: RestClient; onError: (error: unknown) => void }) {
    this.#client = client;
    this.#onError = onError;
  }

  /** Resolves after the first reconciliation. */
  async start(): Promise<void> {
    await this.#ensure();
    this.#cancelTimer = every(systemClock, intervalMilliseconds, () => void this.#ensure());
  }

  close(): void {
    this.#cancelTimer?.();
  }

  async #ensure(): Promise<void> {
    await Promise.all(namespaces.map((name) => ensureNamespace(this.#client, name).catch(this.#onError)));
  }
}
