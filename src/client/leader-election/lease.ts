// Follows staging/src/k8s.io/client-go/tools/leaderelection/resourcelock/leaselock.go (v1.36)

import { formatMicroTime, type ObjectMeta } from '../../apimachinery/meta/index.js';

/** The fields of a coordination.k8s.io/v1 Lease that leader election uses. */
export interface LeaseSpec {
  readonly holderIdentity?: string;
  readonly leaseDurationSeconds?: number;
  readonly acquireTime?: string;
  readonly renewTime?: string;
  readonly leaseTransitions?: number;
}

/** The object by which processes agree on a leader. */
export interface Lease {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata: ObjectMeta;
  readonly spec?: LeaseSpec;
}

/** The resource for `client.resource<Lease>(leaseResource, namespace)`. */
export const leaseResource = { group: 'coordination.k8s.io', version: 'v1', resource: 'leases' } as const;

export interface Claim {
  readonly identity: string;
  readonly leaseDurationMilliseconds: number;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Returns the lease as held by the claimant; a renewal if the claimant holds it already. */
export function claimed(lease: Lease, { identity, leaseDurationMilliseconds, now }: Claim): Lease {
  const time = formatMicroTime(now);
  const { holderIdentity, acquireTime = time, leaseTransitions = 0 } = lease.spec ?? {};
  const isRenewal = holderIdentity === identity;
  const spec = {
    ...lease.spec,
    holderIdentity: identity,
    leaseDurationSeconds: Math.ceil(leaseDurationMilliseconds / 1000),
    acquireTime: isRenewal ? acquireTime : time,
    renewTime: time,
    leaseTransitions: isRenewal || lease.spec === undefined ? leaseTransitions : leaseTransitions + 1,
  };
  return { ...lease, spec };
}

/** Returns the lease without a holder, so that any candidate can acquire it immediately. */
export function released(lease: Lease, now: number): Lease {
  const time = formatMicroTime(now);
  const spec = { ...lease.spec, holderIdentity: '', leaseDurationSeconds: 1, acquireTime: time, renewTime: time };
  return { ...lease, spec };
}
