// Follows pkg/controller/controller_ref_manager.go (v1.36)
import type { ObjectMeta } from '../../api/meta/v1.js';
import type { GroupVersionResource } from '../../apimachinery/meta/index.js';
import type { LabelSelector } from '../../apimachinery/selectors/index.js';
import { isInvalid, isNotFound } from '../../apimachinery/status/index.js';
import type { ControllerContext } from '../controller.js';
import { controllerReference, controllerUid, type Owner } from './controller-reference.js';

interface Claimed {
  readonly metadata: ObjectMeta;
}

export interface ClaimOptions<Item extends Claimed> {
  readonly owner: Owner;
  readonly ownerResource: GroupVersionResource;
  readonly resource: GroupVersionResource;
  readonly selector: LabelSelector;
  /** What else an object must fulfil. */
  readonly matches?: (item: Item) => boolean;
  /** Added with the reference, and removed with it. */
  readonly finalizers?: readonly string[];
}

/**
 * Returns the objects that the owner controls and selects. Adopts those that it selects and that have no controller;
 * releases those that it no longer selects.
 */
export async function claim<Item extends Claimed>(
  items: readonly Item[],
  options: ClaimOptions<Item>,
  context: ControllerContext,
): Promise<Item[]> {
  const { owner, selector, matches } = options;
  const isBeingDeleted = owner.metadata.deletionTimestamp !== undefined;
  const isWanted = (item: Item): boolean => selector.matches(item.metadata.labels ?? {}) && (matches?.(item) ?? true);
  const claimed: Item[] = [];
  let mayAdopt: Promise<void> | undefined;
  for (const item of items) {
    const uid = controllerUid(item);
    if (uid === owner.metadata.uid) {
      if (isWanted(item)) claimed.push(item);
      else if (!isBeingDeleted) await release(item, options, context);
    } else if (uid === undefined && !isBeingDeleted && isWanted(item) && !item.metadata.deletionTimestamp) {
      mayAdopt ??= ensureNotDeleted(options, context);
      await mayAdopt;
      if (await adopt(item, options, context)) claimed.push(item);
    }
  }
  return claimed;
}

/** The informer may be behind: an owner that is being deleted adopts nothing. */
async function ensureNotDeleted<Item extends Claimed>(
  { owner, ownerResource }: ClaimOptions<Item>,
  { client, signal }: ControllerContext,
): Promise<void> {
  const { namespace, name = '', uid } = owner.metadata;
  const { metadata } = await client.metadata(ownerResource, namespace).get(name, { signal });
  if (metadata.uid !== uid)
    throw new Error(`original ${owner.kind} ${namespace}/${name} is gone: got uid ${metadata.uid}, wanted ${uid}`);
  if (metadata.deletionTimestamp)
    throw new Error(`${namespace}/${name} has just been deleted at ${metadata.deletionTimestamp}`);
}

/** Returns false if the object is gone. */
async function adopt<Item extends Claimed>(
  { metadata }: Item,
  { owner, resource, finalizers }: ClaimOptions<Item>,
  { client, signal }: ControllerContext,
): Promise<boolean> {
  const body = {
    metadata: {
      ownerReferences: [controllerReference(owner)],
      uid: metadata.uid ?? '',
      ...(finalizers && { finalizers: [...finalizers] }),
    },
  };
  try {
    await client
      .resource(resource, metadata.namespace)
      .patch(metadata.name ?? '', { type: 'strategic', body }, { signal });
    return true;
  } catch (error) {
    if (isNotFound(error)) return false;
    throw error;
  }
}

async function release<Item extends Claimed>(
  { metadata }: Item,
  { owner, resource, finalizers }: ClaimOptions<Item>,
  { client, signal }: ControllerContext,
): Promise<void> {
  const body = {
    metadata: {
      uid: metadata.uid ?? '',
      ownerReferences: [{ $patch: 'delete', uid: owner.metadata.uid ?? '' }],
      ...(finalizers && { '$deleteFromPrimitiveList/finalizers': [...finalizers] }),
    },
  };
  try {
    await client
      .resource(resource, metadata.namespace)
      .patch(metadata.name ?? '', { type: 'strategic', body }, { signal });
  } catch (error) {
    // Gone, or replaced by another object of its name, or without the reference already.
    if (!isNotFound(error) && !isInvalid(error)) throw error;
  }
}
