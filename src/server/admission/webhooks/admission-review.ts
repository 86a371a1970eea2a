// Follows staging/src/k8s.io/apiserver/pkg/admission/plugin/webhook/request/admissionreview.go (v1.36)

import type { JsonObject } from '../../../apimachinery/meta/index.js';
import type { UserInfo } from '../../request-context.js';
import type { Invocation } from './invocation.js';

export const reviewGroup = 'admission.k8s.io';

export type ReviewVersion = 'v1' | 'v1beta1';

/** Returns the first AdmissionReview version that both the webhook and this server support. */
export function reviewVersionOf(accepted: readonly string[]): ReviewVersion | undefined {
  return accepted.find((version): version is ReviewVersion => version === 'v1' || version === 'v1beta1');
}

/** The review that is sent to a webhook; both versions have the same fields. */
export function admissionReview(version: ReviewVersion, uid: string, invocation: Invocation): JsonObject {
  const { form, objects, request } = invocation;
  const { attributes, user } = request;
  const { kind, resource, subresource, name, namespace, operation, dryRun, options } = attributes;
  return {
    kind: 'AdmissionReview',
    apiVersion: `${reviewGroup}/${version}`,
    request: {
      uid,
      kind: { group: form.kind.group, version: form.kind.version, kind: form.kind.kind },
      resource: { group: form.resource.group, version: form.resource.version, resource: form.resource.resource },
      ...(subresource && { subResource: subresource }),
      requestKind: { group: kind.group, version: kind.version, kind: kind.kind },
      requestResource: { group: resource.group, version: resource.version, resource: resource.resource },
      ...(subresource && { requestSubResource: subresource }),
      ...(name && { name }),
      ...(namespace && { namespace }),
      operation,
      userInfo: userInfoOf(user),
      object: objects.object ?? null,
      oldObject: objects.old ?? null,
      dryRun,
      options: operation === 'CONNECT' ? null : options,
    },
  };
}

function userInfoOf({ name, uid, groups, extra = {} }: UserInfo): JsonObject {
  return {
    ...(name && { username: name }),
    ...(uid && { uid }),
    ...(groups.length > 0 && { groups: [...groups] }),
    ...(Object.keys(extra).length > 0 && { extra: extra as JsonObject }),
  };
}
