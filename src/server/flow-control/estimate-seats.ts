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
const maxListSeats = { bySize: 100, byCount: 10 };
const objectsPerSeat = 100;
/** A request gets at most this share of a level's seats. */
const maxShareOfLevel = 0.15;

export interface SeatEstimation {
  /** The seats of the level. */
  readonly nominalSeats: number;
  readonly statistics: ObjectStatistics;
  /** What lists are judged by: the feature SizeBasedListCostEstimate. */
  readonly listCost: 'bySize' | 'byCount';
}

/** Estimates the seats of a request: for lists from their expected size, for all others one. */
export function estimateSeats(
  { info, request }: RequestContext,
  { nominalSeats, statistics, listCost }: SeatEstimation,
): number {
  if (info.verb !== 'list' && info.verb !== 'watch') return 1;
  if (info.name !== '' || (info.verb === 'watch' && !hasInitialEvents(request.query))) return 1;
  const known = statistics(info);
  if (!known) return 1;
  const limit = Number(request.query.get('limit')) || Number.POSITIVE_INFINITY;
  const most = Math.min(Math.ceil(nominalSeats * maxShareOfLevel) || 1, maxListSeats[listCost]);
  const listed = Math.min(known.count, limit);
  const bytes = Math.min(listed * known.averageBytes, maxListBytes);
  const isFromCache = info.verb === 'watch' || isServedFromCache(request.query);
  const seats =
    listCost === 'bySize'
      ? bytes / bytesPerSeat
      : processed({ listed, stored: known.count, isFromCache }, request.query) / objectsPerSeat;
  return Math.max(1, Math.min(most, Math.ceil(seats)));
}

/** How many objects upstream expects a list to process. */
function processed(
  { listed, stored, isFromCache }: { listed: number; stored: number; isFromCache: boolean },
  query: URLSearchParams,
): number {
  if (isFromCache) return stored;
  return query.get('fieldSelector') || query.get('labelSelector') ? stored + listed : 2 * listed;
}

function isServedFromCache(query: URLSearchParams): boolean {
  const match = query.get('resourceVersionMatch') ?? '';
  if (match !== '') return match === 'NotOlderThan';
  if (query.get('continue')) return false;
  const version = query.get('resourceVersion') ?? '';
  return !Number(query.get('limit')) || version === '' || version === '0';
}

function hasInitialEvents(query: URLSearchParams): boolean {
  const version = query.get('resourceVersion') ?? '';
  return query.get('sendInitialEvents') === 'true' || version === '' || version === '0';
}
