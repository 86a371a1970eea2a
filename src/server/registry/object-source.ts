import type { ObjectMeta } from '../../api/meta/v1.js';
import type { JsonObject } from '../../apimachinery/meta/index.js';
import type { MaybePromise } from '../../apimachinery/scheme/index.js';
import type { ObjectRef } from './object-storage.js';
import type { Verb } from './resource-definition.js';

/**
 * An object of a source, in the storage version. The library adds the type, and `uid` and `creationTimestamp` unless
 * the source has its own: they stay the same while the object exists and the server runs.
 */
export type SourceObject<Type = JsonObject> = Omit<Type, 'apiVersion' | 'kind' | 'metadata'> & {
  readonly metadata: Partial<ObjectMeta> & { readonly name: string };
};

/**
 * Functions that the objects of a virtual resource come from, instead of a store: rows of a database, processes of a
 * machine. Clients can read and watch them, with selectors, pages and tables; what else they can do depends on the
 * functions. All throw to refuse a request, preferably a StatusError.
 */
export interface ObjectSource<Type = JsonObject> {
  /** Returns all objects, of all namespaces. Called for every read; reads that wait share a call. */
  list(): MaybePromise<Iterable<SourceObject<Type>>>;
  /** Returns one object; undefined: there is none. Unset: it is one of the list. */
  get?(ref: ObjectRef): MaybePromise<SourceObject<Type> | undefined>;
  /** Yields a value, whatever it is, when objects may have changed. Unset: the source is polled while clients watch. */
  watch?(options: { readonly signal: AbortSignal }): AsyncIterable<unknown>;
  /** How often objects are listed while clients watch, unless the source can be watched. Unset: each second. */
  readonly pollMilliseconds?: number;
  /** Creates an object. Returns it if it differs from the given one. Unset: clients cannot. */
  create?(object: Type): MaybePromise<SourceObject<Type> | undefined>;
  /** Changes an object. Returns it if it differs from the given one. Unset: clients cannot. */
  update?(object: Type, old: Type): MaybePromise<SourceObject<Type> | undefined>;
  /** Deletes an object. Unset: clients cannot. */
  delete?(object: Type): MaybePromise<void>;
}

/** The verbs that a source supports. */
export function verbsOf({ create, update, delete: remove }: ObjectSource): readonly Verb[] {
  return [
    ...(create ? (['create'] as const) : []),
    ...(remove ? (['delete', 'deletecollection'] as const) : []),
    'get',
    'list',
    ...(update ? (['patch', 'update'] as const) : []),
    'watch',
  ];
}
