import type { Condition, JsonObject } from '../../../../apimachinery/meta/index.js';
import { sinceTime } from '../../../printing/index.js';
import { type PoolStatus, type RequestStatus, statusOf } from './request.js';

type Count = 'totalDevices' | 'availableDevices' | 'allocatedDevices' | 'unavailableDevices';

/** Total number of devices in all pools. */
export function deviceCount(request: JsonObject, field: Count): string {
  return overPools(request, (pools) => pools.reduce((sum, pool) => sum + (pool[field] ?? 0), 0));
}

export function errorCount(request: JsonObject): string {
  return overPools(request, (pools) => pools.filter(({ validationError }) => validationError !== undefined).length);
}

function overPools(request: JsonObject, count: (pools: readonly PoolStatus[]) => number): string {
  const status = statusOf(request);
  return status === undefined || ending(status)?.type === 'Failed' ? '-' : String(count(status.pools ?? []));
}

export function stateText(request: JsonObject): string {
  const status = statusOf(request);
  const state = status && ending(status)?.type;
  if (status === undefined || state === undefined) return 'Pending';
  const [shown, all] = [status.pools?.length ?? 0, status.poolCount ?? 0];
  return state === 'Complete' && all > shown ? `Complete (${shown}/${all} pools)` : state;
}

export function completionText(request: JsonObject): string {
  const end = ending(statusOf(request) ?? {});
  return end?.type === 'Complete' ? sinceTime(end.lastTransitionTime) : '<none>';
}

function ending({ conditions = [] }: RequestStatus): Condition | undefined {
  return conditions.find(({ type, status }) => status === 'True' && (type === 'Complete' || type === 'Failed'));
}
