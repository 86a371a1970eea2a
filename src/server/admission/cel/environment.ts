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

/** What expressions of one place may use. */
export interface ExpressionScope {
  /**
   * `new` for expressions that are about to be stored, which may use what the previous version of Kubernetes
   * understands too; `stored` for those that are: whatever any version understands.
   */
  readonly age: 'new' | 'stored';
  /** `params`. */
  readonly hasParams?: boolean;
  /** `authorizer` and `authorizer.requestResource`. */
  readonly hasAuthorizer?: boolean;
  /** The types `Object…` and `JSONPatch`. */
  readonly hasPatchTypes?: boolean;
}

const environments = new Map<string, CelEnvironment>();

/** Each is made once, when it is first asked for. */
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
