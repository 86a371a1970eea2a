// Follows pkg/controlplane/apiserver/aggregator.go (v1.36)

import type { Informer } from '../client/informer/index.js';
import type { HealthCheck } from '../server/health/index.js';
import { type ApiService, isAvailable, nameOf } from './api-service/index.js';

/** Passes once every group version of the chain has been seen as available. */
export class RegistrationCheck implements HealthCheck {
  readonly name = 'autoregister-completion';
  readonly #pending = new Set<string>();
  #isComplete = false;

  constructor(informer: Informer<ApiService>) {
    const seen = (apiService: ApiService): void => {
      if (isAvailable(apiService)) this.#pending.delete(nameOf(apiService));
    };
    informer.addHandler({ added: seen, updated: (_old, one) => seen(one) });
  }

  /** Sets the complete list of names to wait for. */
  expect(names: Iterable<string>, isThere: (name: string) => boolean): void {
    for (const name of names) if (!isThere(name)) this.#pending.add(name);
    this.#isComplete = true;
  }

  check(): void {
    if (!this.#isComplete) throw new Error('not finished');
    if (this.#pending.size > 0) throw new Error(`missing APIService: [${[...this.#pending].sort().join(' ')}]`);
  }
}
