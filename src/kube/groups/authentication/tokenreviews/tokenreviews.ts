import type { JsonObject } from '../../../../apimachinery/meta/index.js';
import { badRequest, isUnauthorized } from '../../../../apimachinery/status/index.js';
import {
  anonymousUser,
  knownToken,
  type TokenAuthenticator,
  type TokenOwner,
} from '../../../../server/authentication/index.js';
import { defineResource, type ResourceDefinition } from '../../../../server/registry/index.js';
import { listIn, objectIn, textIn } from '../../../fields.js';
import { builtInVersion } from '../../../types/index.js';
import { userInfoObject } from '../user-info.js';

export interface TokenReviewOptions {
  /** Undefined: the server knows nobody by a token, and says nothing of them. */
  readonly tokens?: TokenAuthenticator | undefined;
  /** Whom tokens must be meant for where a review does not say. */
  readonly audiences?: readonly string[] | undefined;
}

/** Tells others whose a token is. */
export function tokenReviews({ tokens, audiences = [] }: TokenReviewOptions): ResourceDefinition {
  return defineResource({
    kind: 'TokenReview',
    plural: 'tokenreviews',
    scope: 'Cluster',
    verbs: ['create'],
    versions: { v1: builtInVersion('authentication.k8s.io/v1', 'TokenReview') },
    answers: {
      async create({ read, respond }) {
        const review = await read();
        const spec = objectIn(review['spec']);
        const token = textIn(spec['token']);
        if (token === '') throw badRequest('token is required for TokenReview in authentication');
        if (!tokens) return respond(201, review);
        const asked = listIn(spec['audiences']).map(textIn);
        const found = await reviewToken(tokens, presented(token), asked.length > 0 ? asked : audiences);
        const { authenticated: _given, ...status } = objectIn(review['status']);
        return respond(201, { ...review, status: { user: {}, ...status, ...found } });
      },
    },
  });
}

/** The token as the header of a request would show it: it ends with a space, and there is none if it begins with one. */
function presented(token: string): string {
  return `Bearer ${token}`.trim().split(' ')[1] ?? '';
}

/** Unlike a client that shows the token itself, whoever may ask is told what is wrong with it. */
async function reviewToken(tokens: TokenAuthenticator, token: string, asked: readonly string[]): Promise<JsonObject> {
  if (token === '') return knownUser({ user: anonymousUser, audiences: asked });
  try {
    const { user, audiences } = await knownToken(tokens, token, asked);
    const met = asked.filter((audience) => audiences.includes(audience));
    return knownUser({ user, audiences: met.length > 0 ? met : audiences });
  } catch (error) {
    if (!isUnauthorized(error)) throw error;
    const { cause, message } = error as Error;
    return { error: refusals(cause instanceof Error ? cause.message : message) };
  }
}

function knownUser({ user, audiences }: TokenOwner): JsonObject {
  return {
    authenticated: true,
    user: userInfoObject(user),
    ...(audiences.length > 0 && { audiences: [...audiences] }),
  };
}

const unknown = 'invalid bearer token';

/** Who is asked first knows the tokens of the server itself only, and always has this to say. */
function refusals(refusal: string): string {
  return refusal === unknown ? unknown : `[${unknown}, ${refusal}]`;
}
