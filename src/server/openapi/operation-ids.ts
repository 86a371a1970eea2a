/** What operations of a path are named by: `networking_v1` for tags, `NetworkingV1` within ids. */
export interface OperationScope {
  readonly tag: string;
  readonly infix: string;
}

/** Of a group version, of a group if no version is given. The core group is the empty one. */
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

/** Without what may not be in an identifier; the letter after it is a capital. */
function camelCase(name: string): string {
  return name.replace(/[^\p{L}\p{N}_]+(.?)/gu, (_, letter: string) => letter.toUpperCase());
}
