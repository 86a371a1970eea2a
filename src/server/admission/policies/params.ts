// Follows staging/src/k8s.io/apiserver/pkg/admission/plugin/policy/generic/policy_dispatcher.go (v1.36)

import type { JsonObject } from '../../../apimachinery/meta/index.js';
import { LabelSelector, labelSelectorFromSpec } from '../../../apimachinery/selectors/index.js';
import type { ParamKind, ParamRef } from './policy-spec.js';

/** Finds the objects that policies have as parameters. */
export interface Params {
  /** Returns the objects of a kind; rejects if the kind is not served at the moment. */
  of(kind: ParamKind): Promise<ParamObjects>;
  /** Stops the informers of all other kinds. */
  keepOnly(kinds: readonly ParamKind[]): void;
}

/** The current objects of one kind. Read-only. */
export interface ParamObjects {
  readonly isNamespaced: boolean;
  /** Resolves when synced; rejects on timeout. */
  ready(): Promise<void>;
  /** The namespace is empty for cluster-scoped objects. */
  get(namespace: string, name: string): JsonObject | undefined;
  list(namespace: string, selector: LabelSelector): readonly JsonObject[];
}

/** A policy without paramKind is evaluated once, without parameters. */
const withoutParams: readonly null[] = [null];

/**
 * Returns the parameters that a binding selects for a request in a namespace: the policy is evaluated once with each.
 * Throws if there are none and parameterNotFoundAction is Deny.
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
