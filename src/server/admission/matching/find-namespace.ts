import type { JsonObject } from '../../../apimachinery/meta/index.js';
import { andThen, type MaybePromise } from '../../../apimachinery/scheme/index.js';
import type { StoreLister } from '../../registry/index.js';

/** Returns the namespace with this name; undefined if there is none. Read-only. */
export type FindNamespace = (name: string) => MaybePromise<JsonObject | undefined>;

/**
 * Finds namespaces in the informer cache. One that is missing there may have just been created by another server: it is
 * then read from the store.
 */
export function followedNamespaces(namespaces: StoreLister, findStored: FindNamespace): FindNamespace {
  return (name) => {
    const find = () => namespaces.get({ namespace: '', name }) ?? findStored(name);
    return andThen(namespaces.ready() as MaybePromise<void>, find);
  };
}
