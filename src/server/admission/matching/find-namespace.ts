import type { JsonObject } from '../../../apimachinery/meta/index.js';
import { andThen, type MaybePromise } from '../../../apimachinery/scheme/index.js';
import type { FollowedObjects } from '../../registry/index.js';

/** The namespace of a name; undefined if there is none. Nobody may change it. */
export type FindNamespace = (name: string) => MaybePromise<JsonObject | undefined>;

/**
 * Finds namespaces among those that are followed. One that is missing there may have been made by another server just
 * now: then the store is asked.
 */
export function followedNamespaces(followed: () => FollowedObjects, findStored: FindNamespace): FindNamespace {
  return (name) => {
    const namespaces = followed();
    const find = () => namespaces.get({ namespace: '', name }) ?? findStored(name);
    return andThen(namespaces.ready() as MaybePromise<void>, find);
  };
}
