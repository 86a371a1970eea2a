// Follows pkg/controller/resourceclaim/controller.go (v1.36)
import type { ResourceClaim } from '../../api/resource/v1.js';

type Consumer = NonNullable<NonNullable<ResourceClaim['status']>['reservedFor']>[number];

const finalizer = 'resource.kubernetes.io/delete-protection';

/** What happens to a claim, given its consumers that remain. */
export interface Release {
  /** The status to write. */
  readonly status?: ResourceClaim['status'];
  /** Whether nothing protects the claim any more. */
  readonly isUnprotected: boolean;
}

/** With its last consumer, a claim loses its devices: the next one may need others. */
export function releaseOf({ metadata, status = {} }: ResourceClaim, remaining: readonly Consumer[]): Release {
  const { allocation, reservedFor = [], ...rest } = status;
  const isProtected = metadata.finalizers?.includes(finalizer) ?? false;
  const consumers = remaining.length > 0 ? { reservedFor: [...remaining] } : {};
  if (remaining.length < reservedFor.length) {
    const keeps = allocation && (remaining.length > 0 || !isProtected);
    const written = { ...rest, ...(keeps && { allocation }), ...consumers };
    return { status: written, isUnprotected: isProtected && !keeps };
  }
  if (!isProtected || metadata.deletionTimestamp === undefined || remaining.length > 0) return { isUnprotected: false };
  return { ...(allocation && { status: rest }), isUnprotected: true };
}

export function withoutFinalizer({ metadata, ...claim }: ResourceClaim): ResourceClaim {
  const finalizers = (metadata.finalizers ?? []).filter((name) => name !== finalizer);
  return { ...claim, metadata: { ...metadata, finalizers } };
}
