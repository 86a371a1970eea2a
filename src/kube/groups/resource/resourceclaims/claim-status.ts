import { type Condition, compositeKey, type JsonObject, type JsonValue } from '../../../../apimachinery/meta/index.js';
import type { NodeSelectorTerm } from '../../../pod-spec/index.js';
import type { BindingConditions } from '../binding-conditions.js';
import type { DeviceConfiguration } from '../device-configuration.js';

export interface ClaimStatus {
  readonly allocation?: Allocation;
  readonly reservedFor?: readonly Consumer[];
  devices?: DeviceStatus[];
}

export interface Allocation {
  readonly devices?: {
    readonly results?: readonly AllocatedDevice[];
    readonly config?: readonly AllocatedConfiguration[];
  };
  readonly nodeSelector?: { readonly nodeSelectorTerms?: readonly NodeSelectorTerm[] | null };
}

export interface AllocatedConfiguration extends DeviceConfiguration {
  readonly source: string;
  readonly requests?: readonly string[];
}

export interface Consumer {
  readonly resource: string;
  readonly name: string;
  readonly uid: string;
}

/** A device in a pool, or a share of one. */
export interface DevicePlace {
  readonly driver: string;
  readonly pool: string;
  readonly device: string;
  readonly shareID?: string;
}

export interface AllocatedDevice extends DevicePlace, BindingConditions {
  readonly request: string;
}

export interface DeviceStatus extends DevicePlace {
  readonly conditions?: readonly Condition[] | null;
  readonly data?: JsonValue;
  readonly networkData?: {
    readonly interfaceName?: string;
    readonly ips?: readonly string[];
    readonly hardwareAddress?: string;
  };
}

export function statusOf({ status }: JsonObject): ClaimStatus {
  return (status ?? {}) as unknown as ClaimStatus;
}

/** Pool names may contain slashes. */
export function placeKey({ driver, pool, device, shareID }: DevicePlace): string {
  return compositeKey(driver, pool, device, ...(shareID === undefined ? [] : [shareID]));
}
