// Follows vendor/k8s.io/kube-openapi/pkg/schemaconv/smd.go (v1.36)

import type { JsonSchema } from './json-schema.js';

/** How server-side apply merges a list and identifies its items. */
export type ListType =
  | { readonly type: 'atomic' }
  | { readonly type: 'set' }
  | { readonly type: 'map'; readonly keys: readonly string[] };

/** Lists are atomic by default. */
export function listTypeOf(schema: JsonSchema): ListType {
  const type = schema['x-kubernetes-list-type'];
  if (type === 'map') return { type, keys: schema['x-kubernetes-list-map-keys'] ?? [] };
  return { type: type === 'set' ? 'set' : 'atomic' };
}

/** Objects are granular, merged field by field, by default. */
export function mapTypeOf(schema: JsonSchema): 'atomic' | 'granular' {
  return schema['x-kubernetes-map-type'] === 'atomic' ? 'atomic' : 'granular';
}
