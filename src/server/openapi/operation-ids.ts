// Follows staging/src/k8s.io/apiserver/pkg/endpoints/openapi/openapi.go (v1.36)

/** Names that the operations of a path share: `networking_v1` for tags, `NetworkingV1` within ids. */
export interface OperationScope {
  readonly tag: string;
  readonly infix: string;
}

/** Scope of a group version, or of a group if no version is given. The core group is the empty one. */
export function operationScope(group: string, version?: string): OperationScope {
  const name = group === '' ? 'core' : group.replace(/\.k8s\.io$/, '');
  if (version === undefined) return { tag: camelCase(name), infix: capitalize(camelCase(name)) };
  return {
    tag: `${camelCase(name)}_${camelCase(version)}`,
    infix: `${capitalize(camelCase(name))}${capitalize(camelCase(version))}`,
  };
}

/** `operationId('list', scope, 'NamespacedIngress')`: `listNetworkingV1NamespacedIngress`. */
export function operationId(verb: string, scope: OperationScope, subject: string): string {
  return `${verb}${scope.infix}${capitalize(subject)}`;
}

export function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** Drops characters that are invalid in an identifier, and capitalizes the letter after them. */
function camelCase(name: string): string {
  return name.replace(/[^\p{L}\p{N}_]+(.?)/gu, (_, letter: string) => letter.toUpperCase());
}
