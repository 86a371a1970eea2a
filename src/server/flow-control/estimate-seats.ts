// Follows staging/src/k8s.io/apiserver/pkg/util/flowcontrol/request/list_work_estimator.go (v1.36)
// Follows staging/src/k8s.io/apiserver/pkg/util/flowcontrol/request/mutating_work_estimator.go (v1.36)

import type { RequestContext } from '../request-context.js';
import type { RequestInfo } from '../routing/index.js';

/** Number and size of a resource's objects; undefined if unknown, as for resources that other servers serve. */
export type ObjectStatistics = (
  info: RequestInfo,
) => { readonly count: number; readonly averageBytes: number } | undefined;

const bytesPerSeat = 100_000;
/** Lists are streamed: never more than this is in memory at once. */
const maxListBytes = 1_000_000;
const maxListSeats = 100;
/** A request gets at most this share of a level's seats. */
const maxShareOfLevel = 0.15;

/** Estimates the seats of a request: for lists from their expected size, for all others one. */
export function estimateSeats(
  { info, request }: RequestContext,
  nominalSeats: number,
  statistics: ObjectStatistics,
): number {
  if (info.verb !== 'list' && info.verb !== 'watch') return 1;
  if (info.name !== '' || (info.verb === 'watch' && !hasInitialEvents(request.query))) return 1;
  const known = statistics(info);
  if (!known) return 1;
  const limit = Number(request.query.get('limit')) || Number.POSITIVE_INFINITY;
  const bytes = Math.min(known.count, limit) * known.averageBytes;
  const most = Math.min(Math.ceil(nominalSeats * maxShareOfLevel) || 1, maxListSeats);
  return Math.max(1, Math.min(most, Math.ceil(Math.min(bytes, maxListBytes) / bytesPerSeat)));
}

function hasInitialEvents(query: URLSearchParams): boolean {
  const version = query.get('resourceVersion') ?? '';
  return query.get('sendInitialEvents') === 'true' || version === '' || version === '0';
}
