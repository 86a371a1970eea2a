// Follows pkg/registry/rbac/rest/storage_rbac.go (v1.36)
// Follows plugin/pkg/auth/authorizer/rbac/bootstrappolicy/policy.go (v1.36)

import { cloneJson, type JsonObject, metadataOf, mutableMetadataOf } from '../../../apimachinery/meta/index.js';

/**
 * Roles and bindings that earlier releases did not have, with those that had their part: what users changed there
 * stays.
 */
const sources: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  clusterroles: {
    'system:aggregate-to-admin': 'admin',
    'system:aggregate-to-edit': 'edit',
    'system:aggregate-to-view': 'view',
  },
  clusterrolebindings: { 'system:public-info-viewer': 'system:discovery' },
};

/**
 * Returns what to create instead of a missing object: one with the rules or subjects of its source. Undefined if it has
 * no source, or that has moved on already.
 */
export function inherit(
  plural: string,
  expected: JsonObject,
  find: (name: string) => JsonObject | undefined,
): JsonObject | undefined {
  const { name = '' } = metadataOf(expected);
  const sourceName = sources[plural]?.[name];
  const source = sourceName === undefined ? undefined : find(sourceName);
  if (source === undefined || source['aggregationRule']) return undefined;
  const { labels, annotations } = mutableMetadataOf(cloneJson(source) as JsonObject);
  const { apiVersion, kind, roleRef } = expected;
  return {
    apiVersion: apiVersion!,
    kind: kind!,
    metadata: { name, ...(labels && { labels }), ...(annotations && { annotations }) },
    ...(roleRef ? { roleRef, subjects: source['subjects'] ?? [] } : { rules: source['rules'] ?? [] }),
  };
}
