// Follows staging/src/k8s.io/apiserver/pkg/server/filters/maxinflight.go (v1.36)

import type { ApiServerMetrics } from '../metrics/index.js';
import type { LongRunningCheck } from '../routing/index.js';
import { type FilterHandler, followedBy } from './filter.js';
import { kindOf, RequestCounts } from './request-counts.js';
import { tooManyRequestsResponse } from './too-many-requests.js';

/** Maximum number of concurrent requests; 0: unlimited. */
export interface InFlightLimits {
  readonly readOnly: number;
  readonly mutating: number;
}

const defaultLimits: InFlightLimits = { readOnly: 400, mutating: 200 };

/** Rejects requests beyond the limits with 429, except those of system:masters. Long-running requests do not count. */
export function limitInFlight(options: {
  readonly inFlight?: InFlightLimits;
  readonly isLongRunning: LongRunningCheck;
  readonly metrics: ApiServerMetrics;
}): FilterHandler {
  const { inFlight: limits = defaultLimits, isLongRunning, metrics } = options;
  const counts = new RequestCounts();
  metrics.followInflight(counts.takeHighest);
  return (context, next) => {
    const { info } = context;
    if (isLongRunning(info)) return next();
    const kind = kindOf(info);
    if (limits[kind] > 0 && counts.of(kind) >= limits[kind]) {
      if (context.user.groups.includes('system:masters')) return next();
      const facts = { method: context.request.method };
      metrics.requestDropped(info, facts);
      metrics.requestTerminated(info, facts, 429);
      return tooManyRequestsResponse(1);
    }
    counts.begin(kind);
    return followedBy(next, () => counts.end(kind));
  };
}
