import { isJsonObject, type JsonObject } from './json-value.js';

/** API version and kind of an object. */
export interface TypeMeta {
  readonly apiVersion?: string;
  readonly kind?: string;
}

/** Names an object that owns another one. */
export interface OwnerReference {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
  readonly controller?: boolean;
  readonly blockOwnerDeletion?: boolean;
}

/** The fields that one manager owns by one operation, in one version. */
export interface ManagedFieldsEntry {
  readonly manager?: string;
  readonly operation?: 'Apply' | 'Update';
  readonly apiVersion?: string;
  readonly time?: string;
  readonly fieldsType?: string;
  readonly fieldsV1?: JsonObject;
  readonly subresource?: string;
}

/** metav1.ObjectMeta. Times are RFC 3339 texts, see formatTime. */
export interface ObjectMeta {
  readonly name?: string;
  readonly generateName?: string;
  readonly namespace?: string;
  readonly selfLink?: string;
  readonly uid?: string;
  readonly resourceVersion?: string;
  readonly generation?: number;
  readonly creationTimestamp?: string | null;
  readonly deletionTimestamp?: string | null;
  readonly deletionGracePeriodSeconds?: number | null;
  readonly labels?: Readonly<Record<string, string>> | null;
  readonly annotations?: Readonly<Record<string, string>> | null;
  readonly ownerReferences?: readonly OwnerReference[] | null;
  readonly finalizers?: readonly string[] | null;
  readonly managedFields?: readonly ManagedFieldsEntry[] | null;
}

/** Metadata of a list. */
export interface ListMeta {
  readonly selfLink?: string;
  readonly resourceVersion?: string;
  readonly continue?: string;
  readonly remainingItemCount?: number;
  readonly shardInfo?: { readonly selector: string };
}

/** Returns the uid of a new object; `crypto.randomUUID` except in tests. */
export type NewUid = () => string;

/** Any API object, with the fields that all have in common. */
export interface ApiObject extends TypeMeta {
  readonly metadata?: ObjectMeta;
}

/** A list of objects, as servers return it. */
export interface ApiList<Item> extends TypeMeta {
  readonly metadata?: ListMeta;
  readonly items: readonly Item[];
}

const noMeta: ObjectMeta = Object.freeze({});
const noLabels: Readonly<Record<string, string>> = Object.freeze({});

/**
 * Returns the object's metadata, not a copy. The decoder has checked the types of its members: nothing is checked here,
 * because caches and selectors call it for every object.
 */
export function metadataOf(object: JsonObject): ObjectMeta {
  const { metadata } = object;
  return isJsonObject(metadata) ? (metadata as ObjectMeta) : noMeta;
}

/** Like metadataOf, for writing: adds metadata if the object has none. */
export function mutableMetadataOf(object: JsonObject): JsonObject {
  const { metadata } = object;
  if (isJsonObject(metadata)) return metadata;
  const created: JsonObject = {};
  object['metadata'] = created;
  return created;
}

/** The labels of an object; empty if it has none. */
export function labelsOf(object: JsonObject): Readonly<Record<string, string>> {
  return metadataOf(object).labels ?? noLabels;
}

/** The annotations of an object; empty if it has none. */
export function annotationsOf(object: JsonObject): Readonly<Record<string, string>> {
  return metadataOf(object).annotations ?? noLabels;
}

/** `namespace/name`, or just the name if there is no namespace. Unambiguous: names of objects have no slash. */
export function namespacedName({ namespace = '', name = '' }: ObjectMeta): string {
  return namespace === '' ? name : `${namespace}/${name}`;
}

/** The owner that is the controller of the object. Validation allows at most one. */
export function controllerOf({ ownerReferences }: ObjectMeta): OwnerReference | undefined {
  return ownerReferences?.find((reference) => reference.controller === true);
}

/** Deletion was requested and waits for finalizers or a grace period. */
export function isBeingDeleted({ deletionTimestamp }: Pick<ObjectMeta, 'deletionTimestamp'>): boolean {
  return typeof deletionTimestamp === 'string';
}
