import { formatGroupVersion, type GroupVersionKind, type JsonObject } from '../../../apimachinery/meta/index.js';
import type { FeatureGates } from '../../feature-gates/index.js';
import { CompiledVersion, type ConnectSubresource } from '../../registry/index.js';
import { type ObjectView, shapeMetadata } from './object-view.js';

/** View of objects that are sent but never stored. */
export function sentView(
  { group, version, kind }: GroupVersionKind,
  definition: ConnectSubresource['objectVersion'] | undefined,
  { features, formerApiVersions }: { features: FeatureGates; formerApiVersions?: readonly string[] | undefined },
): ObjectView {
  const itself = (object: JsonObject): JsonObject => object;
  const compiled = new CompiledVersion(definition ?? {});
  const apiVersion = formatGroupVersion({ group, version });
  return {
    apiVersion,
    groupKind: { group, kind },
    formerApiVersions,
    isWhole: false,
    get emptyObject() {
      return { apiVersion, kind, ...definition?.emptyFields };
    },
    versions: {
      typeOf: (requested) => (requested === apiVersion ? compiled.applyType() : undefined),
      convert: (object, requested) => (requested === apiVersion ? object : undefined),
    },
    shape: (object) => {
      const unknown = [...(definition?.shape?.(object) ?? []), ...shapeMetadata(object)];
      definition?.applyDefaults?.(object, features);
      return unknown;
    },
    show: itself,
    showWithOwners: itself,
    absorb: (_object, shown) => shown,
  };
}
