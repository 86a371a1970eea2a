// Follows pkg/registry/authorization/subjectaccessreview/rest.go (v1.36)
// Follows pkg/registry/authorization/localsubjectaccessreview/rest.go (v1.36)
// Follows pkg/registry/authorization/selfsubjectaccessreview/rest.go (v1.36)

import type {
  LocalSubjectAccessReview,
  SelfSubjectAccessReview,
  SelfSubjectAccessReviewSpec,
  SubjectAccessReview,
  SubjectAccessReviewSpec,
  SubjectAccessReviewStatus,
} from '../../../../api/authorization/v1.js';
import { isEmptyObject } from '../../../../apimachinery/meta/index.js';
import { invalid } from '../../../../apimachinery/status/index.js';
import type { FieldError } from '../../../../apimachinery/validation/index.js';
import type { Authorizer, UserInfo } from '../../../../server/index.js';
import type { ResourceDefinition } from '../../../../server/registry/index.js';
import { builtInResource } from '../../../built-in-resource.js';
import { reviewedAccess, selectorProblems } from './reviewed-access.js';
import {
  validateLocalSubjectAccessReview,
  validateSelfSubjectAccessReview,
  validateSubjectAccessReview,
} from './validation.js';

type Review = SubjectAccessReview | LocalSubjectAccessReview | SelfSubjectAccessReview;

interface AccessReviewKind<Type extends Review> {
  readonly kind: Type['kind'];
  readonly scope: ResourceDefinition['scope'];
  readonly validate: (review: Type) => FieldError[];
  /** Returns the user to check; unset: the client itself. */
  readonly subject?: (spec: Type['spec']) => UserInfo;
}

/** Checks the access of any user. */
export function subjectAccessReviews(authorizer: Authorizer): ResourceDefinition {
  const review = { scope: 'Cluster', validate: validateSubjectAccessReview, subject: subjectIn } as const;
  return accessReviews({ kind: 'SubjectAccessReview', ...review }, authorizer);
}

/** Checks the access of any user in one namespace. */
export function localSubjectAccessReviews(authorizer: Authorizer): ResourceDefinition {
  const review = { scope: 'Namespaced', validate: validateLocalSubjectAccessReview, subject: subjectIn } as const;
  return accessReviews({ kind: 'LocalSubjectAccessReview', ...review }, authorizer);
}

/** Checks the access of the client itself. */
export function selfSubjectAccessReviews(authorizer: Authorizer): ResourceDefinition {
  const review = { scope: 'Cluster', validate: validateSelfSubjectAccessReview } as const;
  return accessReviews({ kind: 'SelfSubjectAccessReview', ...review }, authorizer);
}

function accessReviews<Type extends Review>(
  { kind, scope, validate, subject }: AccessReviewKind<Type>,
  authorizer: Authorizer,
): ResourceDefinition {
  return builtInResource('authorization.k8s.io/v1', kind, {
    plural: `${kind.toLowerCase()}s`,
    scope,
    verbs: ['create'],
    handlers: {
      async create({ context, read, respond }) {
        const review = (await read()) as Type;
        const errors = validate(review);
        if (errors.length > 0) throw invalid({ group: 'authorization.k8s.io', kind: '' }, '', errors);
        const status = await accessStatus(authorizer, subject?.(review.spec) ?? context.user, review.spec);
        return respond(201, { ...review, status });
      },
    },
  });
}

async function accessStatus(
  authorizer: Authorizer,
  user: UserInfo,
  spec: SelfSubjectAccessReviewSpec,
): Promise<SubjectAccessReviewStatus> {
  const { decision, reason, error } = await authorizer.authorize(user, reviewedAccess(spec));
  const problems = [...(error ? [error] : []), ...selectorProblems(spec.resourceAttributes ?? {})];
  const evaluationError = problems.join('; ');
  return {
    allowed: decision === 'allow',
    ...(decision === 'deny' && { denied: true }),
    ...(reason && { reason }),
    ...(evaluationError && { evaluationError }),
  };
}

function subjectIn({ user = '', uid, groups = [], extra = {} }: SubjectAccessReviewSpec): UserInfo {
  return { name: user, groups, ...(uid && { uid }), ...(!isEmptyObject(extra) && { extra }) };
}
