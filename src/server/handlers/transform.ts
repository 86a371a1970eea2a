import { type GroupVersionKind, isJsonObject, type JsonObject } from '../../apimachinery/meta/index.js';
import { StatusError } from '../../apimachinery/status/index.js';
import type { RequestContext } from '../request-context.js';
import type { Endpoint } from './endpoint.js';
import { internalType } from './known-kinds.js';
import { tableOf, tableOptionsOf } from './table.js';

/** Converts an object to the requested target, such as a Table; without a target, returns the object itself. */
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
      return metadataOnly(endpoint, object, target.version);
    default:
      if (isCustom(endpoint)) throw StatusError.of({ code: 500, reason: '', message: 'content is not a list' });
      throw mismatched(
        `${target.kind}, but the requested object is not a list (*${goTypeOf(endpoint, endpoint.kind)})`,
      );
  }
}

/** Converts a list to the requested target. */
export function transformedList(
  endpoint: Endpoint,
  context: RequestContext,
  list: { items: readonly JsonObject[]; metadata: JsonObject; target: GroupVersionKind | undefined },
): JsonObject {
  const { items, metadata, target } = list;
  const { listKind } = endpoint.resource;
  if (!target) {
    return {
      kind: listKind,
      apiVersion: endpoint.apiVersion,
      metadata: plainListMetadata(endpoint, metadata),
      items: untypedItems(endpoint) ? items.map(withoutType) : [...items],
    };
  }
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
        items: items.length > 0 ? items.map((item) => metadataOnly(endpoint, item, target.version)) : null,
      };
    default:
      throw mismatched(`${target.kind}, but the requested object is a list (*${goTypeOf(endpoint, listKind)})`);
  }
}

/** Lists of custom resources have a `continue` field even when it is empty. */
export function plainListMetadata({ resource }: Endpoint, metadata: JsonObject): JsonObject {
  return resource.isCustom ? { continue: '', ...metadata } : metadata;
}

/** List items have no kind and apiVersion, except custom resources. */
export function untypedItems({ resource }: Endpoint): boolean {
  return !resource.isCustom;
}

function withoutType({ kind: _kind, apiVersion: _apiVersion, ...item }: JsonObject): JsonObject {
  return item;
}

/** Returns the object as PartialObjectMetadata. */
export function metadataOnly(
  { resource, version }: Endpoint,
  { metadata }: JsonObject,
  metaVersion: string,
): JsonObject {
  const { contentAnnotations } = resource.version(version);
  const given = isJsonObject(metadata) ? metadata : {};
  return {
    kind: 'PartialObjectMetadata',
    apiVersion: `meta.k8s.io/${metaVersion}`,
    metadata: contentAnnotations ? withoutAnnotations(given, contentAnnotations) : given,
  };
}

function withoutAnnotations(metadata: JsonObject, names: readonly string[]): JsonObject {
  const { annotations, ...rest } = metadata;
  if (!isJsonObject(annotations)) return metadata;
  const kept = Object.entries(annotations).filter(([name]) => !names.includes(name));
  return kept.length === 0 ? rest : { ...rest, annotations: Object.fromEntries(kept) };
}

function goTypeOf(endpoint: Endpoint, kind: string): string {
  if (isCustom(endpoint)) return 'unstructured.UnstructuredList';
  return internalType(endpoint.view.groupKind.group, kind);
}

function isCustom({ resource, view }: Endpoint): boolean {
  return resource.isCustom && view.isWhole;
}

function mismatched(what: string): StatusError {
  return StatusError.of({ code: 406, reason: 'NotAcceptable', message: `you requested ${what}` });
}
