// Follows pkg/registry/authorization/rest/storage_authorization.go (v1.36)

import type { Authorizer } from '../../../server/index.js';
import { defineGroup, type GroupDefinition } from '../../../server/registry/index.js';
import {
  localSubjectAccessReviews,
  selfSubjectAccessReviews,
  subjectAccessReviews,
} from './accessreviews/accessreviews.js';
import { selfSubjectRulesReviews } from './selfsubjectrulesreviews/selfsubjectrulesreviews.js';

export function authorization(authorizer: Authorizer): GroupDefinition {
  return defineGroup({
    name: 'authorization.k8s.io',
    resources: [
      localSubjectAccessReviews(authorizer),
      selfSubjectAccessReviews(authorizer),
      selfSubjectRulesReviews(authorizer),
      subjectAccessReviews(authorizer),
    ],
  });
}
