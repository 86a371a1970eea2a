import type { Authorizer, Decision } from './authorizer.js';
import { joinRules, type KnownRules, noRules } from './rules.js';

/** Asks one after the other, until one allows or denies; what those said who had no opinion is then told together. */
export function unionOfAuthorizers(authorizers: readonly Authorizer[]): Authorizer {
  return {
    async authorize(user, info): Promise<Decision> {
      const reasons: string[] = [];
      for (const authorizer of authorizers) {
        const { decision, reason } = await authorizer.authorize(user, info);
        if (reason) reasons.push(reason);
        if (decision !== 'no-opinion') return { decision, ...(reason && { reason }) };
      }
      return { decision: 'no-opinion', ...(reasons.length > 0 && { reason: reasons.join('\n') }) };
    },
    async listRules(user, namespace): Promise<KnownRules> {
      const asked = authorizers.map(({ listRules }) => listRules?.(user, namespace) ?? noRules);
      return joinRules(await Promise.all(asked));
    },
  };
}
