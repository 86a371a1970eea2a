import type { RequestContext } from '../request-context.js';
import type { RequestInfo } from '../routing/index.js';

/** What is known of the objects of a resource; undefined where nothing is, as of what other servers serve. */
export type ObjectStatistics = (
  info: RequestInfo,
) => { readonly count: number; readonly averageBytes: number } | undefined;

const bytesPerSeat = 100_000;
/** Lists are sent as they are read: more than this is never held at once. */
const maxListBytes = 1_000_000;
const maxListSeats = 100;
/** No request takes more than this part of a level's seats. */
const maxShareOfLevel = 0.15;

/** How many seats a request takes: lists as many as their size suggests, all others one. */
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
