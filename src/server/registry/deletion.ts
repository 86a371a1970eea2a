import {
  type DeleteOptions,
  formatTime,
  isBeingDeleted,
  type JsonObject,
  metadataOf,
  mutableMetadataOf,
} from '../../apimachinery/meta/index.js';
import type { Strategy } from './strategy.js';

const orphanFinalizer = 'orphan';
const foregroundFinalizer = 'foregroundDeletion';

/** What a request to delete does to an object: it goes at once, or it is marked and waits. */
export type DeletionStep =
  | { readonly type: 'remove' }
  | { readonly type: 'mark'; readonly object: JsonObject }
  | { readonly type: 'wait' };

/**
 * The next step of a deletion, as Kubernetes takes it: the propagation policy sets or takes away the garbage
 * collector's finalizers; an object with finalizers or a grace period is marked; one without goes.
 */
export function deletionStep(
  live: JsonObject,
  options: DeleteOptions,
  { strategy, now }: { strategy: Strategy; now: () => number },
): DeletionStep {
  const metadata = metadataOf(live);
  const finalizers = propagationFinalizers(metadata.finalizers ?? [], options, strategy);
  const finalizersChanged = finalizers.join('\0') !== (metadata.finalizers ?? []).join('\0');
  const grace = strategy.grace?.(live, options.gracePeriodSeconds)?.seconds ?? 0;
  const alreadyMarked = isBeingDeleted(metadata);
  const isShorter = alreadyMarked && grace < (metadata.deletionGracePeriodSeconds ?? 0);
  if (finalizers.length === 0 && grace === 0) return { type: 'remove' };
  if (alreadyMarked && !finalizersChanged && !isShorter) return { type: 'wait' };
  return { type: 'mark', object: marked(live, { finalizers, grace, now, keepMark: alreadyMarked && !isShorter }) };
}

/** An update of an object that is being deleted took away its last finalizer: nothing holds it any more. */
export function isReleased(object: JsonObject): boolean {
  const { finalizers, deletionGracePeriodSeconds, ...metadata } = metadataOf(object);
  return isBeingDeleted(metadata) && (finalizers?.length ?? 0) === 0 && (deletionGracePeriodSeconds ?? 0) === 0;
}

function propagationFinalizers(finalizers: readonly string[], options: DeleteOptions, strategy: Strategy): string[] {
  const policy = policyOf(finalizers, options, strategy);
  const others = finalizers.filter((name) => name !== orphanFinalizer && name !== foregroundFinalizer);
  if (policy === 'Orphan') return [...others, orphanFinalizer];
  if (policy === 'Foreground') return [...others, foregroundFinalizer];
  return policy === 'Background' ? others : [...finalizers];
}

function policyOf(finalizers: readonly string[], options: DeleteOptions, strategy: Strategy): string | undefined {
  if (options.propagationPolicy !== undefined) return options.propagationPolicy;
  if (options.orphanDependents !== undefined) return options.orphanDependents ? 'Orphan' : 'Background';
  if (finalizers.includes(orphanFinalizer)) return 'Orphan';
  if (finalizers.includes(foregroundFinalizer)) return 'Foreground';
  return strategy.defaultPropagation === 'Orphan' ? 'Orphan' : undefined;
}

function marked(
  live: JsonObject,
  {
    finalizers,
    grace,
    now,
    keepMark,
  }: { finalizers: readonly string[]; grace: number; now: () => number; keepMark: boolean },
): JsonObject {
  const object = { ...live, metadata: { ...mutableMetadataOf(live) } };
  const { metadata } = object;
  if (finalizers.length > 0) metadata['finalizers'] = [...finalizers];
  else delete metadata['finalizers'];
  if (keepMark) return object;
  metadata['deletionTimestamp'] = formatTime(now() + grace * 1000);
  metadata['deletionGracePeriodSeconds'] = grace;
  if (typeof metadata['generation'] === 'number' && metadata['generation'] > 0) metadata['generation'] += 1;
  return object;
}
