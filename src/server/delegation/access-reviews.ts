// Follows staging/src/k8s.io/apiserver/plugin/pkg/authorizer/webhook/webhook.go (v1.36)

import type { JsonObject } from '../../apimachinery/meta/index.js';
import type { RestClient } from '../../client/rest/index.js';
import type { Authorizer, Decision } from '../authorization/index.js';
import type { UserInfo } from '../request-context.js';
import type { RequestInfo } from '../routing/index.js';
import { ReviewCache } from './review-cache.js';

interface AccessReview {
  readonly status?: { readonly allowed?: boolean; readonly denied?: boolean; readonly reason?: string };
}

const target = '/apis/authorization.k8s.io/v1/subjectaccessreviews';

export interface AccessReviewsOptions {
  /** How long a review that allows is cached. Unset: ten seconds. */
  readonly allowedMilliseconds?: number | undefined;
  /** The same for a review that does not. */
  readonly deniedMilliseconds?: number | undefined;
}

/** Authorizes by SubjectAccessReviews on another server. */
export function accessReviews(client: RestClient, options: AccessReviewsOptions = {}): Authorizer {
  const { allowedMilliseconds = 10_000, deniedMilliseconds = 10_000 } = options;
  const decisions = new ReviewCache<Decision>({
    milliseconds: ({ decision }) => (decision === 'allow' ? allowedMilliseconds : deniedMilliseconds),
  });
  return {
    authorize(user, info) {
      const spec = specOf(user, info);
      return decisions.get(JSON.stringify(spec), async () => {
        const body = { apiVersion: 'authorization.k8s.io/v1', kind: 'SubjectAccessReview', spec };
        const { status = {} } = await client.object<AccessReview>({ method: 'POST', target, body });
        const decision = status.allowed ? 'allow' : status.denied ? 'deny' : 'no-opinion';
        return { decision, ...(status.reason && { reason: status.reason }) };
      });
    },
  };
}

function specOf({ name, uid, groups, extra }: UserInfo, info: RequestInfo): JsonObject {
  return {
    user: name,
    ...(uid !== undefined && { uid }),
    groups: [...groups],
    ...(extra && { extra: Object.fromEntries(Object.entries(extra).map(([key, values]) => [key, [...values]])) }),
    ...(info.isResourceRequest
      ? { resourceAttributes: resourceAttributes(info) }
      : { nonResourceAttributes: { path: info.path, verb: info.verb } }),
  };
}

function resourceAttributes(info: RequestInfo): JsonObject {
  const { namespace, verb, apiGroup: group, apiVersion: version, resource, subresource, name } = info;
  return { namespace, verb, group, version, resource, subresource, name };
}
