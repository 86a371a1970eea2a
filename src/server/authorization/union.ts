// Follows staging/src/k8s.io/apiserver/pkg/authorization/union/union.go (v1.36)

import { aggregateMessages } from '../../apimachinery/meta/index.js';
import { andThen, type MaybePromise } from '../../apimachinery/scheme/index.js';
import type { Authorizer, Decision } from './authorizer.js';
import { joinRules, type KnownRules, noRules } from './known-rules.js';

/** Calls the authorizers in order until one allows or denies. If none does, their reasons and errors are joined. */
export function unionOfAuthorizers(authorizers: readonly Authorizer[]): Authorizer {
  return {
    authorize(user, info): MaybePromise<Decision> {
      const undecided: Decision[] = [];
      const askFrom = (first: number): MaybePromise<Decision> => {
        const authorizer = authorizers[first];
        if (!authorizer) return together(undecided);
        return andThen(authorizer.authorize(user, info), (decided) => {
          if (decided.decision !== 'no-opinion') return decided;
          undecided.push(decided);
          return askFrom(first + 1);
        });
      };
      return askFrom(0);
    },
    async listRules(user, namespace): Promise<KnownRules> {
      const requested = authorizers.map(({ listRules }) => listRules?.(user, namespace) ?? noRules);
      return joinRules(await Promise.all(requested));
    },
  };
}

function together(undecided: readonly Decision[]): Decision {
  const reasons = undecided.flatMap(({ reason }) => reason || []);
  const errors = undecided.flatMap(({ error }) => error || []);
  return {
    decision: 'no-opinion',
    ...(reasons.length > 0 && { reason: reasons.join('\n') }),
    ...(errors.length > 0 && { error: aggregateMessages(errors) }),
  };
}
