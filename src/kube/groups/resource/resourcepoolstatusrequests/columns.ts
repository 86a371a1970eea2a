// Follows pkg/printers/internalversion/printers.go (v1.36)

import type { Condition } from '../../../../api/meta/v1.js';
import type {
  PoolStatus,
  ResourcePoolStatusRequest,
  ResourcePoolStatusRequestStatus,
} from '../../../../api/resource/v1alpha3.js';
import { sinceTime } from '../../../printing/index.js';

type Count = 'totalDevices' | 'availableDevices' | 'allocatedDevices' | 'unavailableDevices';

/** Total number of devices in all pools. */
export function deviceCount(request: ResourcePoolStatusRequest, field: Count): string {
  return overPools(request, (pools) => pools.reduce((sum, pool) => sum + (pool[field] ?? 0), 0));
}

export function errorCount(request: ResourcePoolStatusRequest): string {
  return overPools(request, (pools) => pools.filter(({ validationError }) => validationError !== undefined).length);
}

function overPools(request: ResourcePoolStatusRequest, count: (pools: readonly PoolStatus[]) => number): string {
  const { status } = request;
  return status === undefined || ending(status)?.type === 'Failed' ? '-' : String(count(status.pools ?? []));
}

export function stateText(request: ResourcePoolStatusRequest): string {
  const { status } = request;
  const state = status && ending(status)?.type;
  if (status === undefined || state === undefined) return 'Pending';
  const [shown, all] = [status.pools?.length ?? 0, status.poolCount ?? 0];
  return state === 'Complete' && all > shown ? `Complete (${shown}/${all} pools)` : state;
}

export function completionText(request: ResourcePoolStatusRequest): string {
  const end = ending(request.status ?? {});
  return end?.type === 'Complete' ? sinceTime(end.lastTransitionTime) : '<none>';
}

function ending({ conditions = [] }: ResourcePoolStatusRequestStatus): Condition | undefined {
  return conditions.find(({ type, status }) => status === 'True' && (type === 'Complete' || type === 'Failed'));
}
