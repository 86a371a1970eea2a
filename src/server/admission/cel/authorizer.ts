// Follows staging/src/k8s.io/apiserver/pkg/admission/plugin/authorizer/caching_authorizer.go (v1.36)

import {
  type AuthorizationAttributes,
  type AuthorizationDecision,
  CelAuthorizer,
} from '../../../apimachinery/cel/index.js';
import { FieldSelector, LabelSelector } from '../../../apimachinery/selectors/index.js';
import { type Authorizer, type Decision, pathAccess, resourceAccess } from '../../authorization/index.js';
import type { UserInfo } from '../../request-context.js';
import type { RequestInfo } from '../../routing/index.js';

/** The variable `authorizer`: checks what the user may do. Each check is performed once. */
export function celAuthorizer({ name, uid = '', groups, extra = {} }: UserInfo, authorizer: Authorizer): CelAuthorizer {
  return CelAuthorizer.of(
    { name, uid, groups, extra },
    { authorize: async (attributes) => answer(await authorizer.authorize(attributes.user, accessOf(attributes))) },
  );
}

function accessOf(attributes: AuthorizationAttributes): RequestInfo {
  if ('path' in attributes) return pathAccess(attributes.verb, attributes.path);
  const { verb, group, resource, subresource, namespace, name, fieldSelector, labelSelector } = attributes;
  return resourceAccess({
    verb,
    apiGroup: group,
    resource,
    subresource,
    namespace,
    name,
    ...(fieldSelector &&
      'requirements' in fieldSelector && { fieldSelector: FieldSelector.of(fieldSelector.requirements).toString() }),
    ...(labelSelector &&
      'requirements' in labelSelector && { labelSelector: LabelSelector.of(labelSelector.requirements).toString() }),
  });
}

function answer({ decision, reason = '' }: Decision): AuthorizationDecision {
  return { decision: decision === 'no-opinion' ? 'noOpinion' : decision, reason };
}
