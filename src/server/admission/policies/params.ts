import type { JsonObject } from '../../../apimachinery/meta/index.js';
import { LabelSelector, labelSelectorFromSpec } from '../../../apimachinery/selectors/index.js';
import type { ParamKind, ParamRef } from './policy-spec.js';

/** Where the objects are that policies have as parameters. */
export interface Params {
  /** The objects of a kind; rejects where there is none of that name, for now. */
  of(kind: ParamKind): Promise<ParamObjects>;
  /** No others are going to be asked for. */
  keepOnly(kinds: readonly ParamKind[]): void;
}

/** The objects of one kind, as they are now. Nobody may change them. */
export interface ParamObjects {
  readonly isNamespaced: boolean;
  /** Resolves when they are known; rejects where that takes too long. */
  ready(): Promise<void>;
  /** The namespace is empty for those that are in none. */
  get(namespace: string, name: string): JsonObject | undefined;
  list(namespace: string, selector: LabelSelector): readonly JsonObject[];
}

/** What no policy has parameters of: it is evaluated once, without. */
const withoutParams: readonly null[] = [null];

/**
 * The parameters that a binding chooses for a request in a namespace: the policy is evaluated with each of them. Throws an
 * error that says why there are none, where that counts.
 */
export async function chooseParams(
  objects: ParamObjects | undefined,
  reference: ParamRef | undefined,
  requestNamespace: string,
): Promise<readonly (JsonObject | null)[]> {
  if (!objects || !reference) return withoutParams;
  const namespace = namespaceOf(objects, reference, requestNamespace);
  await objects.ready();
  const chosen = choose(objects, reference, namespace);
  if (chosen.length === 0 && reference.parameterNotFoundAction === 'Deny') {
    throw new Error('no params found for policy binding with `Deny` parameterNotFoundAction');
  }
  return chosen;
}

function namespaceOf({ isNamespaced }: ParamObjects, reference: ParamRef, requestNamespace: string): string {
  const { namespace = '' } = reference;
  if (!isNamespaced) {
    if (namespace === '') return '';
    throw new Error('paramRef.namespace must not be provided for a cluster-scoped `paramKind`');
  }
  const found = namespace || requestNamespace;
  if (found !== '') return found;
  throw new Error('cannot use namespaced paramRef in policy binding that matches cluster-scoped resources');
}

function choose(objects: ParamObjects, { name = '', selector }: ParamRef, namespace: string): readonly JsonObject[] {
  if (name !== '') {
    const found = objects.get(namespace, name);
    return found ? [found] : [];
  }
  return objects.list(namespace, selector ? labelSelectorFromSpec(selector) : LabelSelector.everything);
}
