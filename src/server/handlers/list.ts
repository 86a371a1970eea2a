import type { JsonObject, ListOptions } from '../../apimachinery/meta/index.js';
import {
  parseFieldSelector,
  parseLabelSelector,
  Selection,
  SelectorError,
} from '../../apimachinery/selectors/index.js';
import { badRequest } from '../../apimachinery/status/index.js';
import { type CacheEntry, type ListResult, listBytes } from '../../storage/cacher/index.js';
import type { Revision } from '../../storage/index.js';
import type { ApiResponse } from '../http/index.js';
import { decodeStored, toStatusError } from '../registry/index.js';
import type { RequestContext } from '../request-context.js';
import { decodeContinue, encodeContinue } from './continue-token.js';
import type { Endpoint } from './endpoint.js';
import { listOptionsOf } from './request-options.js';
import { parseResourceVersion } from './resource-version.js';
import { negotiate, respondValue, wantsStoredBytes } from './respond.js';
import { metadataOnly, tableOf, tableOptionsOf } from './transform.js';

export async function listResources(endpoint: Endpoint, context: RequestContext): Promise<ApiResponse> {
  const output = negotiate(context, endpoint);
  const options = listOptionsOf(context.request.query);
  const list = await selectedList(endpoint, context, options);
  const metadata = listMetadata(endpoint, context, { list, hasSelection: hasSelection(options) });
  if (wantsStoredBytes(endpoint, output)) return respondList(endpoint, { entries: list.entries, metadata });
  const items = await endpoint.resource.kind.convertAll(
    list.entries.map((entry) => decodeStored(entry.value)),
    endpoint.version,
  );
  const { target } = output;
  if (target?.kind === 'Table') {
    const table = { options: tableOptionsOf(context.request.query), version: target.version, listMetadata: metadata };
    return respondValue(context, 200, { value: tableOf(endpoint, items, table), output });
  }
  const isMetadata = target?.kind === 'PartialObjectMetadataList' || target?.kind === 'PartialObjectMetadata';
  const value: JsonObject = isMetadata
    ? {
        kind: 'PartialObjectMetadataList',
        apiVersion: `meta.k8s.io/${target.version}`,
        metadata,
        items: items.map((item) => metadataOnly(item, target.version)),
      }
    : { kind: endpoint.resource.listKind, apiVersion: endpoint.apiVersion, metadata, items: [...items] };
  return respondValue(context, 200, { value, output });
}

/** What a list is asked for, from the cache. */
export async function selectedList(
  endpoint: Endpoint,
  context: RequestContext,
  options: ListOptions,
): Promise<ListResult> {
  const { store } = endpoint;
  const prefix = store.prefix(context.info.namespace);
  const selection = selectionOf(endpoint, options);
  const { limit = 0 } = options;
  const page = options.continue ? decodeContinue(options.continue, prefix) : undefined;
  try {
    return await store.cacher.list(prefix, {
      limit,
      ...(!selection.isEmpty && { selection: toCacheSelection(selection) }),
      ...(page ? { startKey: page.startKey, revision: page.revision } : revisionOf(options)),
    });
  } catch (error) {
    throw toStatusError(error);
  }
}

/** Which state answers: an unset resourceVersion the newest, 0 any, else one not older or exactly that. */
function revisionOf({ resourceVersion = '', resourceVersionMatch, limit = 0 }: ListOptions): {
  revision?: Revision;
  notOlderThan?: Revision;
} {
  if (resourceVersion === '') return {};
  const revision = parseResourceVersion(resourceVersion);
  if (resourceVersionMatch === 'Exact') return { revision };
  if (resourceVersionMatch === undefined && limit > 0 && revision > 0n) return { revision };
  return { notOlderThan: revision };
}

export function selectionOf(endpoint: Endpoint, { labelSelector = '', fieldSelector = '' }: ListOptions): Selection {
  try {
    const fields = parseFieldSelector(fieldSelector).transform(endpoint.resource.fieldTransform);
    return new Selection(parseLabelSelector(labelSelector), fields);
  } catch (error) {
    if (!(error instanceof SelectorError)) throw error;
    throw badRequest(error.message);
  }
}

/** A selection as the cache wants it: with the values that its indexes can be asked for. */
export function toCacheSelection(selection: Selection) {
  return {
    key: selection.key,
    matches: selection.matches,
    requires: (field: string) => selection.fields.requiresExact(field),
  };
}

function hasSelection({ labelSelector, fieldSelector }: ListOptions): boolean {
  return Boolean(labelSelector) || Boolean(fieldSelector);
}

function listMetadata(
  endpoint: Endpoint,
  context: RequestContext,
  { list, hasSelection: isSelected }: { list: ListResult; hasSelection: boolean },
): JsonObject {
  const metadata: JsonObject = { resourceVersion: String(list.revision) };
  if (!list.more) return metadata;
  const prefix = endpoint.store.prefix(context.info.namespace);
  metadata['continue'] = encodeContinue({ revision: list.revision, startKey: `${list.entries.at(-1)!.key}\0` }, prefix);
  if (!isSelected && list.remaining !== undefined) metadata['remainingItemCount'] = list.remaining;
  return metadata;
}

/** Head, the items' own bytes, tail: nothing is parsed or encoded. */
function respondList(
  endpoint: Endpoint,
  { entries, metadata }: { entries: readonly CacheEntry[]; metadata: JsonObject },
): ApiResponse {
  const { listKind } = endpoint.resource;
  const head = Buffer.from(
    `{"kind":"${listKind}","apiVersion":"${endpoint.apiVersion}","metadata":${JSON.stringify(metadata)},"items":[`,
  );
  return {
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: { [Symbol.iterator]: () => listBytes({ head, entries, tail: listTail }) },
  };
}

const listTail = Buffer.from(']}\n');
