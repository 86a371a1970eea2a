// Follows pkg/registry/authentication/rest/storage_authentication.go (v1.36)

import { defineGroup, type GroupDefinition } from '../../../server/registry/index.js';
import { selfSubjectReviews } from './selfsubjectreviews/selfsubjectreviews.js';
import { type TokenReviewOptions, tokenReviews } from './tokenreviews/tokenreviews.js';

export function authentication(options: TokenReviewOptions): GroupDefinition {
  return defineGroup({ name: 'authentication.k8s.io', resources: [selfSubjectReviews, tokenReviews(options)] });
}
