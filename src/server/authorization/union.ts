import type { Authorizer, Decision } from './authorizer.js';
import { joinRules, type KnownRules, noRules } from './rules.js';

/** Asks one after the other, until one allows or denies; what those said who had no opinion is then told together. */
export function unionOfAuthorizers(authorizers: readonly Authorizer[]): Authorizer {
  return {
    async authorize(user, info): Promise<Decision> {
      const reasons: string[] = [];
      const errors: string[] = [];
      for (const authorizer of authorizers) {
        const decided = await authorizer.authorize(user, info);
        if (decided.decision !== 'no-opinion') return decided;
        if (decided.reason) reasons.push(decided.reason);
        if (decided.error) errors.push(decided.error);
      }
      return {
        decision: 'no-opinion',
        ...(reasons.length > 0 && { reason: reasons.join('\n') }),
        ...(errors.length > 0 && { error: errors.length > 1 ? `[${errors.join(', ')}]` : errors[0]! }),
      };
    },
    async listRules(user, namespace): Promise<KnownRules> {
      const asked = authorizers.map(({ listRules }) => listRules?.(user, namespace) ?? noRules);
      return joinRules(await Promise.all(asked));
    },
  };
}
