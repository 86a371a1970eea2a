import { type Informer, SharedInformers, type SharedInformersOptions } from 'trestle/client/informer';
import type { Fischer, Flunder } from '../apis/wardle/v1alpha1.js';
import { fischersV1alpha1, flundersV1alpha1 } from './clientset.js';

/** Index of flunders by what they refer to: see `referenceKey`. */
export const referenceIndex = 'reference';

/** `Flunder/<namespace>/<name>` or `Fischer/<name>`; undefined: the flunder refers to nothing. */
export function referenceKey({ metadata, spec: { reference, referenceType } = {} }: Flunder): string | undefined {
  if (!reference) return undefined;
  return referenceType === 'Fischer' ? `Fischer/${reference}` : `Flunder/${metadata.namespace}/${reference}`;
}

/** Shared informers, each with its lister: `informers.flunders().lister.get(name, namespace)`. */
export class WardleInformers {
  readonly #shared: SharedInformers;

  constructor(options: SharedInformersOptions) {
    this.#shared = new SharedInformers(options);
  }

  flunders(): Informer<Flunder> {
    const indexers = { [referenceIndex]: (flunder: Flunder) => [referenceKey(flunder) ?? []].flat() };
    return this.#shared.informer<Flunder>(flundersV1alpha1, { indexers });
  }

  fischers(): Informer<Fischer> {
    return this.#shared.informer<Fischer>(fischersV1alpha1);
  }

  /** Starts the informers that have been requested. */
  start(): void {
    this.#shared.start();
  }

  /** Resolves when they have all objects. */
  synced(): Promise<void> {
    return this.#shared.synced();
  }

  close(): Promise<void> {
    return this.#shared.close();
  }
}
