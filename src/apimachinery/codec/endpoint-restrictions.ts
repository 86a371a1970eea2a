import { formatGroupVersion, type GroupVersionKind } from '../meta/index.js';

/** What an endpoint can answer with, beside the forms of its registry. */
export interface EndpointRestrictions {
  /** Whether the object can be answered in that form as `target`, or as it is where there is no target. */
  allowsTransform(mediaType: string, target: GroupVersionKind | undefined): boolean;
  allowsServerVersion(version: string): boolean;
  allowsStream(schema: string): boolean;
}

const allowsWatch = (schema: string) => schema === 'watch';
const metaVersions = ['meta.k8s.io/v1', 'meta.k8s.io/v1beta1'];

/** Objects as they are; also for the Status of an error. */
export const plainRestrictions: EndpointRestrictions = {
  allowsTransform: (_mediaType, target) => target === undefined,
  allowsServerVersion: () => false,
  allowsStream: allowsWatch,
};

/** Only the aggregated discovery document: a client that does not get it falls back to the plain one. */
export const discoveryRestrictions: EndpointRestrictions = {
  allowsTransform: (_mediaType, target) => target !== undefined && isAggregatedDiscovery(target),
  allowsServerVersion: () => false,
  allowsStream: allowsWatch,
};

export interface ResourceRestrictionsOptions {
  /** Whether the resource has table columns. */
  readonly hasTable: boolean;
  /** The forms in which untransformed objects can be answered, where these are fewer than the registry's. */
  readonly plainMediaTypes?: readonly string[];
}

/** Resources: Table as text, PartialObjectMetadata in every form. */
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
