import type { JsonObject } from '../../../../apimachinery/meta/index.js';
import { invalid } from '../../../../apimachinery/status/index.js';
import type { FieldError } from '../../../../apimachinery/validation/index.js';
import type { Authorizer, UserInfo } from '../../../../server/index.js';
import { defineResource, type ResourceDefinition } from '../../../../server/registry/index.js';
import { listIn, objectIn, textIn } from '../../../fields.js';
import { builtInVersion } from '../../../types/index.js';
import { accessAsked, selectorProblems } from './access-asked.js';
import {
  validateLocalSubjectAccessReview,
  validateSelfSubjectAccessReview,
  validateSubjectAccessReview,
} from './validation.js';

interface AccessReviewKind {
  readonly kind: string;
  readonly scope: ResourceDefinition['scope'];
  readonly validate: (review: JsonObject) => FieldError[];
  /** Returns the user to check; unset: the client itself. */
  readonly subject?: (spec: JsonObject) => UserInfo;
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

function accessReviews(
  { kind, scope, validate, subject }: AccessReviewKind,
  authorizer: Authorizer,
): ResourceDefinition {
  return defineResource({
    kind,
    plural: `${kind.toLowerCase()}s`,
    scope,
    verbs: ['create'],
    versions: { v1: builtInVersion('authorization.k8s.io/v1', kind) },
    answers: {
      async create({ context, read, respond }) {
        const review = await read();
        const errors = validate(review);
        if (errors.length > 0) throw invalid({ group: 'authorization.k8s.io', kind: '' }, '', errors);
        const spec = objectIn(review['spec']);
        const status = await accessStatus(authorizer, subject?.(spec) ?? context.user, spec);
        return respond(201, { ...review, status });
      },
    },
  });
}

async function accessStatus(authorizer: Authorizer, user: UserInfo, spec: JsonObject): Promise<JsonObject> {
  const { decision, reason, error } = await authorizer.authorize(user, accessAsked(spec));
  const problems = [...(error ? [error] : []), ...selectorProblems(objectIn(spec['resourceAttributes']))];
  const evaluationError = problems.join('; ');
  return {
    allowed: decision === 'allow',
    ...(decision === 'deny' && { denied: true }),
    ...(reason && { reason }),
    ...(evaluationError && { evaluationError }),
  };
}

function subjectIn({ user, uid, groups, extra }: JsonObject): UserInfo {
  const extras = Object.entries(objectIn(extra)).map(([key, values]) => [key, listIn(values).map(textIn)]);
  return {
    name: textIn(user),
    groups: listIn(groups).map(textIn),
    ...(textIn(uid) && { uid: textIn(uid) }),
    ...(extras.length > 0 && { extra: Object.fromEntries(extras) }),
  };
}
