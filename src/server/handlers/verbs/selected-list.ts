// Follows staging/src/k8s.io/apiserver/pkg/registry/generic/registry/store.go (v1.36)
// Follows staging/src/k8s.io/apiserver/pkg/storage/cacher/cacher.go (v1.36)

import type { JsonObject, ListOptions } from '../../../apimachinery/meta/index.js';
import { badRequest, isResourceExpired, resourceExpired, StatusError } from '../../../apimachinery/status/index.js';
import { ListResult } from '../../../storage/cacher/index.js';
import type { Revision } from '../../../storage/index.js';
import type { RequestContext } from '../../request-context.js';
import type { Endpoint } from '../endpoint.js';
import { type Narrowed, narrow, toCacheSelection } from '../input/list-options.js';
import { readListRevision } from '../input/resource-version.js';
import { decodeContinue, encodeContinue, type Position } from './continue-token.js';
import type { LateSelection } from './late-selection.js';

/** One page of a list, or the whole list. */
export interface ListPage {
  readonly list: ListResult;
  readonly metadata: JsonObject;
}

const inconsistent =
  'The provided continue parameter is too old to display a consistent list result. You can start a new list without ' +
  'the continue parameter, or use the continue token in this response to retrieve the remainder of the results. ' +
  'Continuing with the provided token results in an inconsistent list - objects that were created, modified, or ' +
  'deleted between the time the first chunk was returned and now may show up in the list.';

/** Reads a list from the cache. */
export async function selectedList(
  endpoint: Endpoint,
  context: RequestContext,
  options: ListOptions,
): Promise<ListPage> {
  const narrowed = narrow(endpoint, context, options);
  const { scope } = narrowed;
  const prefix = endpoint.store.prefix(scope.namespace);
  const position = positionOf(options, prefix);
  const { indexedField } = endpoint.resource.definition;
  const { notOlderThan, ...state } = position ? atPosition(position) : stateFor(options);
  try {
    // A watch cache serves any state, and all of it.
    const isWhole = options.resourceVersion === '0' && endpoint.hasWatchCache;
    // A negative one means none, too.
    const limit = isWhole ? 0 : Math.max(options.limit ?? 0, 0);
    const result = await endpoint.store.list(scope, {
      limit: narrowed.late || scope.name !== undefined ? 0 : limit,
      ...toCacheSelection(narrowed.selection),
      ...(!position && state.revision === undefined && indexedField !== undefined && { moreByField: indexedField }),
      ...state,
      ...(notOlderThan !== undefined && { notOlderThan }),
    });
    const isShardOnly = narrowed.shard !== undefined && !options.fieldSelector;
    const list = narrowed.late ? await selectLate(result, narrowed.late, { limit, isShardOnly }) : result;
    return { list, metadata: listMetadata(list, prefix, narrowed) };
  } catch (error) {
    throw position && isResourceExpired(error) ? expired(position, prefix) : error;
  }
}

async function selectLate(
  list: ListResult,
  late: LateSelection,
  { limit, isShardOnly }: { limit: number; isShardOnly: boolean },
): Promise<ListResult> {
  const entries = await late.entries(list.entries);
  const { revision } = list;
  if (limit === 0 || entries.length < limit) return ListResult.of(entries, { revision });
  const page = entries.slice(0, limit);
  // Upstream counts the objects of other shards as well; those that other requirements exclude it does not count.
  const remaining = isShardOnly ? list.entries.length - limit : undefined;
  return ListResult.of(page, { revision, more: page.at(-1) !== list.last, remaining });
}

interface ListState {
  readonly revision?: Revision;
  readonly notOlderThan?: Revision;
  readonly startKey?: string;
}

/**
 * Selects the state to read: the newest if resourceVersion is unset, any for 0, else at least that revision or exactly
 * it.
 */
function stateFor({ resourceVersion = '', resourceVersionMatch, limit = 0 }: ListOptions): ListState {
  if (resourceVersion === '') return {};
  const revision = readListRevision(resourceVersion);
  if (resourceVersionMatch === 'Exact') return { revision };
  if (resourceVersionMatch === undefined && limit > 0 && revision > 0n) return { revision };
  return { notOlderThan: revision };
}

function positionOf(options: ListOptions, prefix: string): Position | undefined {
  if (!options.continue) return undefined;
  const position = decodeContinue(options.continue, prefix);
  const { resourceVersion = '' } = options;
  if (resourceVersion !== '' && resourceVersion !== '0') {
    throw badRequest('specifying resource version is not allowed when using continue');
  }
  return position;
}

/** A position without a revision continues in the newest state. */
function atPosition({ revision, startKey }: Position): ListState {
  return { startKey, ...(revision !== undefined && { revision }) };
}

/** The revision of the list is compacted. The error contains a token to continue in the newest state instead. */
function expired({ startKey }: Position, prefix: string): StatusError {
  const { status } = resourceExpired(inconsistent);
  const token = encodeContinue({ revision: undefined, startKey }, prefix);
  return new StatusError({ ...status, metadata: { continue: token } });
}

function listMetadata(list: ListResult, prefix: string, { selection, shard }: Narrowed): JsonObject {
  const metadata: JsonObject = { resourceVersion: String(list.revision) };
  if (shard) metadata['shardInfo'] = { selector: String(shard) };
  if (!list.more) return metadata;
  const startKey = `${list.last!.key}\0`;
  metadata['continue'] = encodeContinue({ revision: list.revision, startKey }, prefix);
  if (selection.isEmpty && list.remaining !== undefined) metadata['remainingItemCount'] = list.remaining;
  return metadata;
}
