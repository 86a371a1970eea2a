import type { Condition, JsonObject } from '../../../../apimachinery/meta/index.js';
import { objectIn } from '../../../fields.js';

export interface RequestSpec {
  readonly driver: string;
  readonly poolName?: string;
  readonly limit?: number;
}

/** Status of a pool; counts are unset if its slices are inconsistent. */
export interface PoolStatus {
  readonly driver?: string;
  readonly poolName?: string;
  readonly generation: number;
  readonly resourceSliceCount?: number;
  readonly totalDevices?: number;
  readonly allocatedDevices?: number;
  readonly availableDevices?: number;
  readonly unavailableDevices?: number;
  readonly nodeName?: string;
  readonly validationError?: string;
}

export interface RequestStatus {
  readonly poolCount?: number;
  readonly pools?: readonly PoolStatus[];
  readonly conditions?: readonly Condition[];
}

export function specOf({ spec }: JsonObject): RequestSpec {
  return objectIn(spec) as unknown as RequestSpec;
}

/** Undefined until the controller has processed the request. */
export function statusOf({ status }: JsonObject): RequestStatus | undefined {
  return status as unknown as RequestStatus | undefined;
}
