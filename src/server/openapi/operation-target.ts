import type { GroupVersionKind } from '../../apimachinery/meta/index.js';
import type { Resource } from '../registry/index.js';
import { capitalize, type OperationScope } from './operation-ids.js';

/** A resource in one version, with the names that its operations share. */
export interface Target {
  readonly resource: Resource;
  readonly version: string;
  /** `apis/<group>/<version>`, or `api/<version>`. */
  readonly root: string;
  readonly scope: OperationScope;
  readonly mediaTypes: readonly string[];
  /** Model names of its objects and of its lists. */
  readonly objectModel: string;
  readonly listModel: string;
  /** Returns the model name of any other kind. */
  readonly modelOf: (kind: GroupVersionKind) => string;
}

/** The location of an operation that is not on the resource itself. */
export interface Place {
  /** A subresource always belongs to a named object. */
  readonly subresource?: string;
  /** Path segment between the group version and the resource. */
  readonly below?: string;
  readonly allNamespaces?: boolean;
  readonly idSuffix?: string;
  /** Kind that a subresource takes and returns. Unset: the resource's own kind. */
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

/** Returns the suffix of operation ids, such as `NamespacedPodStatus`. */
export function subjectOf(target: Target, place: Place): string {
  const { subresource = '', idSuffix = '' } = place;
  const namespaced = isInNamespace(target, place) ? 'Namespaced' : '';
  return `${namespaced}${target.resource.definition.kind}${capitalize(subresource)}${idSuffix}`;
}
