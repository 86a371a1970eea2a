// Follows staging/src/k8s.io/apiserver/pkg/admission/plugin/cel/compile.go (v1.36)

import {
  AUTHORIZER_TYPE,
  type CelEnvironment,
  DYN,
  kubernetesEnvironment,
  mutationLibrary,
  RESOURCE_CHECK_TYPE,
  storedExpressionsEnvironment,
} from '../../../apimachinery/cel/index.js';
import { NAMESPACE_TYPE, REQUEST_TYPE } from './types.js';

/** The variables and types that an expression may use. */
export interface ExpressionScope {
  /**
   * `new` for expressions that are about to be stored: they may only use what the previous Kubernetes version also
   * understands. `stored` for expressions that are stored already: they may use what any version understands.
   */
  readonly age: 'new' | 'stored';
  /** Declares `params`. */
  readonly hasParams?: boolean;
  /** Declares `authorizer` and `authorizer.requestResource`. */
  readonly hasAuthorizer?: boolean;
  /** Declares the types `Object…` and `JSONPatch`. */
  readonly hasPatchTypes?: boolean;
}

const environments = new Map<string, CelEnvironment>();

/** Environments are created on first use and cached. */
export function admissionEnvironment(scope: ExpressionScope): CelEnvironment {
  const { age, hasParams = false, hasAuthorizer = false, hasPatchTypes = false } = scope;
  // Unambiguous: a word, and three of true and false.
  const key = `${age} ${hasParams} ${hasAuthorizer} ${hasPatchTypes}`;
  let environment = environments.get(key);
  if (!environment) {
    const base = age === 'new' ? kubernetesEnvironment() : storedExpressionsEnvironment();
    environment = base.extend({
      libraries: hasPatchTypes ? [mutationLibrary] : [],
      variables: {
        object: DYN,
        oldObject: DYN,
        namespaceObject: NAMESPACE_TYPE,
        request: REQUEST_TYPE,
        ...(hasParams && { params: DYN }),
        ...(hasAuthorizer && { authorizer: AUTHORIZER_TYPE, 'authorizer.requestResource': RESOURCE_CHECK_TYPE }),
      },
    });
    environments.set(key, environment);
  }
  return environment;
}
