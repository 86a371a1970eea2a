import type { JsonObject } from '../../../../apimachinery/meta/index.js';
import type { NodeSelectorTerm } from '../../../pod-spec/index.js';
import type { BindingConditions } from '../binding-conditions.js';
import type { DeviceTaint } from '../device-taints.js';

export interface SliceSpec extends NodeChoice {
  readonly driver: string;
  readonly pool: { readonly name: string; readonly generation: number; readonly resourceSliceCount: number };
  readonly perDeviceNodeSelection?: boolean;
  readonly devices?: readonly Device[];
  readonly sharedCounters?: readonly CounterSet[];
}

/** Selects nodes. */
export interface NodeChoice {
  readonly nodeName?: string;
  readonly nodeSelector?: { readonly nodeSelectorTerms?: readonly NodeSelectorTerm[] | null };
  readonly allNodes?: boolean;
}

export interface Device extends NodeChoice, BindingConditions {
  readonly name: string;
  readonly attributes?: Readonly<Record<string, DeviceAttribute>>;
  readonly capacity?: Readonly<Record<string, DeviceCapacity>>;
  readonly consumesCounters?: readonly CounterConsumption[];
  readonly taints?: readonly DeviceTaint[];
  readonly allowMultipleAllocations?: boolean;
  nodeAllocatableResourceMappings?: JsonObject;
}

export interface DeviceAttribute {
  readonly int?: number | bigint;
  readonly bool?: boolean;
  readonly string?: string;
  readonly version?: string;
  ints?: readonly (number | bigint)[];
  bools?: readonly boolean[];
  strings?: readonly string[];
  versions?: readonly string[];
}

export interface DeviceCapacity {
  readonly value: string;
  readonly requestPolicy?: RequestPolicy;
}

export interface RequestPolicy {
  readonly default?: string | null;
  readonly validValues?: readonly string[];
  readonly validRange?: { readonly min?: string; readonly max?: string; readonly step?: string };
}

export interface CounterSet {
  readonly name: string;
  readonly counters?: Readonly<Record<string, JsonObject>>;
}

export interface CounterConsumption {
  readonly counterSet: string;
  readonly counters?: Readonly<Record<string, JsonObject>>;
}

export function specOf({ spec }: JsonObject): SliceSpec {
  return spec as unknown as SliceSpec;
}
