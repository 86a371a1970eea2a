// Follows pkg/registry/authentication/tokenreview/storage.go (v1.36)

import type { TokenReview, TokenReviewStatus } from '../../../../api/authentication/v1.js';
import { badRequest, isUnauthorized } from '../../../../apimachinery/status/index.js';
import {
  anonymousUser,
  knownToken,
  type TokenAuthenticator,
  type TokenOwner,
} from '../../../../server/authentication/index.js';
import type { ResourceDefinition } from '../../../../server/registry/index.js';
import { builtInResource } from '../../../built-in-resource.js';
import { userInfoObject } from '../user-info.js';

export interface TokenReviewOptions {
  /** Unset: token authentication is disabled, and reviews are returned without a status. */
  readonly tokens?: TokenAuthenticator | undefined;
  /** Audiences to check for if a review contains none. */
  readonly audiences?: readonly string[] | undefined;
}

/** Authenticates a token on behalf of others. */
export function tokenReviews({ tokens, audiences = [] }: TokenReviewOptions): ResourceDefinition {
  return builtInResource('authentication.k8s.io/v1', 'TokenReview', {
    plural: 'tokenreviews',
    scope: 'Cluster',
    verbs: ['create'],
    handlers: {
      async create({ read, respond }) {
        const review = (await read()) as TokenReview;
        const { token = '', audiences: requested = [] } = review.spec;
        if (token === '') throw badRequest('token is required for TokenReview in authentication');
        if (!tokens) return respond(201, review);
        const found = await reviewToken(tokens, presented(token), requested.length > 0 ? requested : audiences);
        const { authenticated: _given, ...status } = review.status;
        return respond(201, { ...review, status: { ...status, ...found } });
      },
    },
  });
}

/**
 * The token as it would be parsed from the Authorization header: it ends at the first space, and is empty if it begins
 * with one.
 */
function presented(token: string): string {
  return `Bearer ${token}`.trim().split(' ')[1] ?? '';
}

/** Unlike a client that authenticates with the token, the reviewer receives the reason of a failure. */
async function reviewToken(
  tokens: TokenAuthenticator,
  token: string,
  requested: readonly string[],
): Promise<Partial<TokenReviewStatus>> {
  if (token === '') return knownUser({ user: anonymousUser, audiences: requested });
  try {
    const { user, audiences } = await knownToken(tokens, token, requested);
    const met = requested.filter((audience) => audiences.includes(audience));
    return knownUser({ user, audiences: met.length > 0 ? met : audiences });
  } catch (error) {
    if (!isUnauthorized(error)) throw error;
    const { cause, message } = error as Error;
    return { error: refusals(cause instanceof Error ? cause.message : message) };
  }
}

function knownUser({ user, audiences }: TokenOwner): TokenReviewStatus {
  return {
    authenticated: true,
    user: userInfoObject(user),
    ...(audiences.length > 0 && { audiences: [...audiences] }),
  };
}

const unknown = 'invalid bearer token';

/** The first authenticator in upstream's union, for loopback tokens, always contributes this error. */
function refusals(refusal: string): string {
  return refusal === unknown ? unknown : `[${unknown}, ${refusal}]`;
}
