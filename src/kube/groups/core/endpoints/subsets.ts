import type { JsonObject } from '../../../../apimachinery/meta/index.js';

export interface SubsetPort {
  name?: string;
  port: number;
  protocol?: string;
  appProtocol?: string;
}

export interface SubsetAddress {
  ip: string;
  hostname?: string;
  nodeName?: string;
  targetRef?: { namespace?: string; name?: string };
}

/** Addresses with the same ports. */
export interface Subset {
  addresses?: SubsetAddress[];
  notReadyAddresses?: SubsetAddress[];
  ports?: SubsetPort[];
}

export function subsetsOf({ subsets }: JsonObject): readonly Subset[] {
  return (subsets ?? []) as unknown as Subset[];
}
