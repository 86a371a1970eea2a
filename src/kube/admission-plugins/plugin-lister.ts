import type { JsonObject } from '../../apimachinery/meta/index.js';
import type { StoreLister } from '../../server/registry/index.js';

/** Cached objects that plug-ins base their decisions on. */
export type PluginLister<T extends JsonObject = JsonObject> = Pick<
  StoreLister<T>,
  'ready' | 'get' | 'inNamespace' | 'all'
>;

/** Base of handlers that decide by the objects of one resource. */
export abstract class ListerHandler<T extends JsonObject> {
  readonly #lister: PluginLister<T>;

  constructor(lister: PluginLister<T>) {
    this.#lister = lister;
  }

  /** Returns the lister once it has synced. */
  protected async synced(): Promise<PluginLister<T>> {
    await this.#lister.ready();
    return this.#lister;
  }
}
