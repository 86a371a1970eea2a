import type { JsonObject } from '../../../../apimachinery/meta/index.js';
import type { Amounts } from '../amounts.js';

export interface NodeSpec {
  podCIDR?: string;
  podCIDRs?: readonly string[];
  readonly providerID?: string;
  readonly unschedulable?: boolean;
  readonly externalID?: string;
  readonly taints?: readonly Taint[];
}

export interface Taint {
  readonly key: string;
  readonly value?: string;
  readonly effect: string;
}

export interface NodeStatus {
  capacity?: Amounts;
  allocatable?: Amounts;
  readonly conditions?: readonly { readonly type: string; readonly status: string }[];
  readonly addresses?: readonly { readonly type: string; readonly address: string }[];
  readonly nodeInfo?: Readonly<Record<string, string>>;
  readonly declaredFeatures?: readonly string[];
}

export function specOf({ spec }: JsonObject): NodeSpec {
  return (spec ?? {}) as unknown as NodeSpec;
}

export function statusOf({ status }: JsonObject): NodeStatus {
  return (status ?? {}) as unknown as NodeStatus;
}
