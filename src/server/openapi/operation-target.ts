import type { GroupVersionKind } from '../../apimachinery/meta/index.js';
import type { Resource } from '../registry/index.js';
import { capitalize, type OperationScope } from './operation-ids.js';

/** A resource in one version, with the names that its operations have in common. */
export interface Target {
  readonly resource: Resource;
  readonly version: string;
  /** `apis/<group>/<version>`, or `api/<version>`. */
  readonly root: string;
  readonly scope: OperationScope;
  readonly mediaTypes: readonly string[];
  /** The models of its objects and of its lists. */
  readonly objectModel: string;
  readonly listModel: string;
  /** The model of any other kind. */
  readonly modelOf: (kind: GroupVersionKind) => string;
}

/** Where an operation is, other than on the resource itself. */
export interface Place {
  /** A subresource is always that of a named object. */
  readonly subresource?: string;
  /** What stands between the group version and the resource. */
  readonly below?: string;
  readonly allNamespaces?: boolean;
  readonly idSuffix?: string;
  /** What is sent to a subresource, and comes back, if not the resource's own kind. */
  readonly objectKind?: GroupVersionKind;
}

export function isInNamespace({ resource }: Target, { allNamespaces = false }: Place): boolean {
  return resource.isNamespaced && !allNamespaces;
}

export function pathOf(target: Target, place: Place, { isNamed }: { readonly isNamed: boolean }): string {
  const { below = '', subresource } = place;
  const namespace = isInNamespace(target, place) ? 'namespaces/{namespace}/' : '';
  const name = `${isNamed ? '/{name}' : ''}${subresource === undefined ? '' : `/${subresource}`}`;
  return `/${target.root}/${below}${namespace}${target.resource.definition.plural}${name}`;
}

/** What operation ids end with: `NamespacedPodStatus`. */
export function subjectOf(target: Target, place: Place): string {
  const { subresource = '', idSuffix = '' } = place;
  const namespaced = isInNamespace(target, place) ? 'Namespaced' : '';
  return `${namespaced}${target.resource.definition.kind}${capitalize(subresource)}${idSuffix}`;
}
