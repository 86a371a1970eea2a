// Follows staging/src/k8s.io/apiserver/pkg/registry/generic/registry/store.go (v1.36)
// Follows staging/src/k8s.io/apiserver/pkg/registry/rest/delete.go (v1.36)

import {
  type DeleteOptions,
  formatTime,
  isBeingDeleted,
  type JsonObject,
  metadataOf,
  mutableMetadataOf,
  parseTime,
} from '../../apimachinery/meta/index.js';
import type { Replacement, Strategy } from './strategy.js';

const orphanFinalizer = 'orphan';
const foregroundFinalizer = 'foregroundDeletion';

/** The effect of a delete request on an object. */
export type DeletionStep =
  | { readonly type: 'remove' }
  /** The deletion timestamp is set; the object is removed right after that, or when finalizers allow it. */
  | {
      readonly type: 'mark';
      readonly object: JsonObject;
      readonly thenRemove: boolean;
      /** The effective grace period, where the strategy determines it. */
      readonly graceSeconds?: number | undefined;
    }
  /** The object already has a grace period that is no longer than the requested one. */
  | { readonly type: 'pending' };

interface DeletionRules {
  readonly strategy: Strategy;
  /** Whether the object is one of a collection that is deleted. Unset: false. */
  readonly isOfCollection?: boolean;
  readonly now: () => number;
}

/**
 * Determines the next step of a deletion, as in Kubernetes: the propagation policy sets or clears the garbage
 * collector's finalizers; an object with finalizers or a grace period is marked; any other is removed.
 */
export function deletionStep(live: JsonObject, options: DeleteOptions, rules: DeletionRules): DeletionStep {
  const { strategy, isOfCollection = false, now } = rules;
  const held = isOfCollection ? undefined : strategy.deferDeletion?.(live, { options, now: now() });
  if (held) return { type: 'mark', object: held, thenRemove: false };
  const graceful = gracefulMark(live, options, rules);
  if (graceful === 'pending') return { type: 'pending' };
  const finalizers = deletionFinalizers(metadataOf(live).finalizers ?? [], options, strategy);
  if (graceful === undefined && finalizers.length === 0) return { type: 'remove' };
  const object = { ...live, metadata: { ...mutableMetadataOf(live), ...(graceful ?? immediateMark(live, now())) } };
  setFinalizers(object.metadata, finalizers);
  const thenRemove = finalizers.length === 0 && graceful?.deletionGracePeriodSeconds === 0;
  const graceSeconds = isBeingDeleted(metadataOf(live)) ? undefined : graceful?.deletionGracePeriodSeconds;
  return { type: 'mark', object, thenRemove, graceSeconds };
}

/** Whether an update removes the last finalizer of an object that is being deleted and has no grace period left. */
export function isReleased(change: Replacement, strategy: Strategy): boolean {
  const old = metadataOf(change.old);
  if ((metadataOf(change.object).finalizers?.length ?? 0) > 0 || !isBeingDeleted(old)) return false;
  return (old.deletionGracePeriodSeconds ?? 0) === 0 && strategy.shouldDeleteDuringUpdate?.(change) !== false;
}

interface Mark {
  readonly deletionTimestamp: string;
  readonly deletionGracePeriodSeconds: number;
  readonly generation?: number;
}

/** The mark of a graceful deletion; undefined: there is no grace period. */
function gracefulMark(live: JsonObject, options: DeleteOptions, rules: DeletionRules): Mark | 'pending' | undefined {
  const { strategy, now } = rules;
  if (!strategy.grace) return undefined;
  const requested = atLeastOneIfNegative(options.gracePeriodSeconds);
  const metadata = metadataOf(live);
  if (isBeingDeleted(metadata)) return shortenedMark(live, requested, now());
  const grace = strategy.grace(live, requested);
  if (!grace) return undefined;
  return {
    deletionTimestamp: formatTime(now() + grace.seconds * 1000),
    deletionGracePeriodSeconds: grace.seconds,
    ...nextGeneration(metadata.generation),
  };
}

/** A grace period in progress can be shortened but not extended. */
function shortenedMark(live: JsonObject, requested: number | undefined, now: number): Mark | 'pending' | undefined {
  const { deletionTimestamp, deletionGracePeriodSeconds } = metadataOf(live);
  const given = atLeastOneIfNegative(deletionGracePeriodSeconds ?? 0)!;
  if (given === 0) return undefined;
  if (requested === undefined || requested >= given) return 'pending';
  const end = (parseTime(deletionTimestamp!) ?? now) + (requested - given) * 1000;
  if (end >= now) return { deletionTimestamp: formatTime(end), deletionGracePeriodSeconds: requested };
  return { deletionTimestamp: formatTime(now), deletionGracePeriodSeconds: requested === 0 ? 0 : 1 };
}

/** The mark of an object that waits for its finalizers only. */
function immediateMark(live: JsonObject, now: number): Mark {
  const { deletionTimestamp, generation } = metadataOf(live);
  const marked = typeof deletionTimestamp === 'string' ? parseTime(deletionTimestamp) : undefined;
  return {
    deletionTimestamp: marked !== undefined && marked <= now ? deletionTimestamp! : formatTime(now),
    deletionGracePeriodSeconds: 0,
    ...(marked === undefined && nextGeneration(generation)),
  };
}

function nextGeneration(generation: number | undefined): { generation?: number } {
  return generation !== undefined && generation > 0 ? { generation: generation + 1 } : {};
}

function atLeastOneIfNegative(seconds: number | undefined): number | undefined {
  return seconds !== undefined && seconds < 0 ? 1 : seconds;
}

/** Sets the garbage collector's finalizers according to the policy; keeps the order if the set does not change. */
export function deletionFinalizers(
  finalizers: readonly string[],
  options: DeleteOptions,
  strategy: Strategy = {},
): string[] {
  const policy = policyOf(finalizers, options, strategy);
  const wanted = finalizers.filter((name) => name !== orphanFinalizer && name !== foregroundFinalizer);
  if (policy === 'Orphan') wanted.push(orphanFinalizer);
  if (policy === 'Foreground') wanted.push(foregroundFinalizer);
  const before = new Set(finalizers);
  const isSame = wanted.length === finalizers.length && wanted.every((name) => before.has(name));
  return isSame ? [...finalizers] : wanted;
}

function policyOf(finalizers: readonly string[], options: DeleteOptions, strategy: Strategy): string | undefined {
  if (strategy.defaultPropagation === 'Unsupported') return undefined;
  if (options.orphanDependents !== undefined) return options.orphanDependents ? 'Orphan' : 'Background';
  if (options.propagationPolicy !== undefined) return options.propagationPolicy;
  const own = finalizers.find((name) => name === orphanFinalizer || name === foregroundFinalizer);
  if (own !== undefined) return own === orphanFinalizer ? 'Orphan' : 'Foreground';
  return strategy.defaultPropagation;
}

function setFinalizers(metadata: JsonObject, finalizers: readonly string[]): void {
  if (finalizers.length > 0) metadata['finalizers'] = [...finalizers];
  else delete metadata['finalizers'];
}
