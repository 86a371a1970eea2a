import { type GroupVersionKind, isJsonObject, type JsonObject } from '../../apimachinery/meta/index.js';
import { StatusError } from '../../apimachinery/status/index.js';
import type { RequestContext } from '../request-context.js';
import type { Endpoint } from './endpoint.js';
import { tableOf, tableOptionsOf } from './table.js';

/** An object as what the client wants it turned into; itself if there is no target. */
export function transformedObject(
  endpoint: Endpoint,
  context: RequestContext,
  { object, target }: { object: JsonObject; target: GroupVersionKind | undefined },
): JsonObject {
  if (!target) return object;
  switch (target.kind) {
    case 'Table': {
      const { resourceVersion } = isJsonObject(object['metadata']) ? object['metadata'] : {};
      const metadata = resourceVersion === undefined ? {} : { resourceVersion };
      const options = tableOptionsOf(context.request.query);
      return tableOf(endpoint, [object], { options, metaVersion: target.version, metadata });
    }
    case 'PartialObjectMetadata':
      return metadataOnly(object, target.version);
    default:
      throw mismatched(`${target.kind}, but the requested object is not a list (*v1.${endpoint.kind})`);
  }
}

/** The same for a list. */
export function transformedList(
  endpoint: Endpoint,
  context: RequestContext,
  list: { items: readonly JsonObject[]; metadata: JsonObject; target: GroupVersionKind | undefined },
): JsonObject {
  const { items, metadata, target } = list;
  const { listKind } = endpoint.resource;
  if (!target) return { kind: listKind, apiVersion: endpoint.apiVersion, metadata, items: [...items] };
  switch (target.kind) {
    case 'Table': {
      const options = tableOptionsOf(context.request.query);
      return tableOf(endpoint, items, { options, metaVersion: target.version, metadata });
    }
    case 'PartialObjectMetadataList':
      return {
        kind: 'PartialObjectMetadataList',
        apiVersion: `meta.k8s.io/${target.version}`,
        metadata,
        items: items.map((item) => metadataOnly(item, target.version)),
      };
    default:
      throw mismatched(`${target.kind}, but the requested object is a list (*v1.${listKind})`);
  }
}

export function metadataOnly({ metadata }: JsonObject, version: string): JsonObject {
  return {
    kind: 'PartialObjectMetadata',
    apiVersion: `meta.k8s.io/${version}`,
    metadata: isJsonObject(metadata) ? metadata : {},
  };
}

function mismatched(what: string): StatusError {
  return StatusError.of({ code: 406, reason: 'NotAcceptable', message: `you requested ${what}` });
}
