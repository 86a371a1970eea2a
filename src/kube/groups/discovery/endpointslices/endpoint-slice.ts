import type { JsonObject } from '../../../../apimachinery/meta/index.js';

export interface SliceEndpoint {
  addresses?: string[] | null;
  hostname?: string;
  nodeName?: string;
  deprecatedTopology?: Record<string, string>;
  hints?: { forZones?: { name: string }[]; forNodes?: { name: string }[] };
}

export interface SlicePort {
  name?: string;
  port?: number;
  protocol?: string;
  appProtocol?: string;
}

export function sliceEndpointsOf({ endpoints }: JsonObject): readonly SliceEndpoint[] {
  return (endpoints ?? []) as unknown as SliceEndpoint[];
}

export function slicePortsOf({ ports }: JsonObject): readonly SlicePort[] {
  return (ports ?? []) as unknown as SlicePort[];
}
