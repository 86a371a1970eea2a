// Follows staging/src/k8s.io/apiserver/pkg/authorization/metrics/metrics.go (v1.36)

import { andThen } from '../../apimachinery/scheme/index.js';
import { authorizationMetrics, type MetricsRegistry } from '../metrics/index.js';
import type { Authorizer } from './authorizer.js';

/** Counts the decisions of an authorizer by its type and name. `no-opinion` is not counted. */
export function countedAuthorizer(
  authorizer: Authorizer,
  { type, name, metrics }: { readonly type: string; readonly name: string; readonly metrics: MetricsRegistry },
): Authorizer {
  const decisions = metrics.counter(authorizationMetrics.decisions);
  const allowed = decisions.with({ type, name, decision: 'allowed' });
  const denied = decisions.with({ type, name, decision: 'denied' });
  return {
    authorize: (user, info) =>
      andThen(authorizer.authorize(user, info), (decided) => {
        if (decided.decision === 'allow') allowed.increment();
        else if (decided.decision === 'deny') denied.increment();
        return decided;
      }),
    ...(authorizer.listRules && { listRules: authorizer.listRules }),
  };
}
