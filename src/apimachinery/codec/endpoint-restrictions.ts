// Follows staging/src/k8s.io/apiserver/pkg/endpoints/handlers/rest.go (v1.36)
// Follows staging/src/k8s.io/apiserver/pkg/endpoints/discovery/aggregated/negotiation.go (v1.36)

import { formatGroupVersion, type GroupVersionKind } from '../meta/index.js';

/** Restricts the responses of an endpoint, in addition to its codecs. */
export interface EndpointRestrictions {
  /** Whether the object can be returned in this media type as `target`, or unconverted if there is no target. */
  allowsTransform(mediaType: string, target: GroupVersionKind | undefined): boolean;
  allowsServerVersion(version: string): boolean;
  allowsStream(schema: string): boolean;
}

const allowsWatch = (schema: string) => schema === 'watch';
const metaVersions = ['meta.k8s.io/v1', 'meta.k8s.io/v1beta1'];

/** Unconverted objects only; also for the Status of an error. */
export const plainRestrictions: EndpointRestrictions = {
  allowsTransform: (_mediaType, target) => target === undefined,
  allowsServerVersion: () => false,
  allowsStream: allowsWatch,
};

/** Only the aggregated discovery document: other clients fall back to the unaggregated one. */
export const discoveryRestrictions: EndpointRestrictions = {
  allowsTransform: (_mediaType, target) => target !== undefined && isAggregatedDiscovery(target),
  allowsServerVersion: () => false,
  allowsStream: allowsWatch,
};

/** Options of the restrictions of a resource's endpoints. */
export interface ResourceRestrictionsOptions {
  /** Whether the resource has table columns. */
  readonly hasTable: boolean;
  /** The media types for unconverted objects, if fewer than the registry's. */
  readonly plainMediaTypes?: readonly string[];
}

/** For resources: Table as JSON or YAML, PartialObjectMetadata in every media type. */
export function resourceRestrictions({ hasTable, plainMediaTypes }: ResourceRestrictionsOptions): EndpointRestrictions {
  return {
    allowsTransform(mediaType, target) {
      if (target === undefined) return plainMediaTypes === undefined || plainMediaTypes.includes(mediaType);
      if (!metaVersions.includes(formatGroupVersion(target))) return false;
      if (target.kind === 'Table') return hasTable && isTableForm(mediaType);
      return target.kind === 'PartialObjectMetadata' || target.kind === 'PartialObjectMetadataList';
    },
    allowsServerVersion: (version) => version === 'v1',
    allowsStream: allowsWatch,
  };
}

function isTableForm(mediaType: string): boolean {
  return mediaType === 'application/json' || mediaType === 'application/yaml';
}

function isAggregatedDiscovery({ group, version, kind }: GroupVersionKind): boolean {
  return group === 'apidiscovery.k8s.io' && version === 'v2' && kind === 'APIGroupDiscoveryList';
}
