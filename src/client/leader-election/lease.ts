import { formatMicroTime, type ObjectMeta } from '../../apimachinery/meta/index.js';

/** The part of a coordination.k8s.io/v1 Lease that is about who leads. */
export interface LeaseSpec {
  readonly holderIdentity?: string;
  readonly leaseDurationSeconds?: number;
  readonly acquireTime?: string;
  readonly renewTime?: string;
  readonly leaseTransitions?: number;
}

export interface Lease {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata: ObjectMeta;
  readonly spec?: LeaseSpec;
}

/** Where leases are: `client.resource<Lease>(leaseResource, namespace)`. */
export const leaseResource = { group: 'coordination.k8s.io', version: 'v1', resource: 'leases' } as const;

export interface Claim {
  readonly identity: string;
  readonly leaseDurationMilliseconds: number;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** The lease as it is when the claim is accepted, renewed if the claimant holds it already. */
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

/** The lease without a holder: anybody may have it at once. */
export function released(lease: Lease, now: number): Lease {
  const time = formatMicroTime(now);
  const spec = { ...lease.spec, holderIdentity: '', leaseDurationSeconds: 1, acquireTime: time, renewTime: time };
  return { ...lease, spec };
}
