// Follows staging/src/k8s.io/apiserver/pkg/endpoints/handlers/response.go (v1.36)

import { type GroupVersionKind, isJsonObject, type JsonObject } from '../../../apimachinery/meta/index.js';
import type { ObjectOutput } from '../../dialect/index.js';
import type { RequestContext } from '../../request-context.js';
import type { Endpoint } from '../endpoint.js';
import type { ListForm } from './list-form.js';
import { tableForm, tableOf, tableOptionsOf } from './table.js';
import { typedOutput } from './typed-output.js';

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
      return tableOf(endpoint, object, { options, metaVersion: target.version, metadata });
    }
    case 'PartialObjectMetadata':
      return metadataOnly(endpoint, object, target.version);
    default:
      throw outputOf(endpoint).notAList(target.kind, endpoint.view.groupKind);
  }
}

/** How a list is converted to the requested target. */
export function listFormOf(
  endpoint: Endpoint,
  context: RequestContext,
  { metadata, target }: { metadata: JsonObject; target: GroupVersionKind | undefined },
): ListForm {
  const { listKind } = endpoint.resource;
  if (!target) {
    return {
      list: { kind: listKind, apiVersion: endpoint.apiVersion, metadata: endpoint.output.listMetadata(metadata) },
      field: 'items',
      empty: [],
      show: endpoint.output.listItem,
      dependsOnTime: false,
    };
  }
  switch (target.kind) {
    case 'Table': {
      const options = tableOptionsOf(context.request.query);
      // Upstream does not pass it on to a Table.
      const { shardInfo: _, ...shown } = metadata;
      return tableForm(endpoint, { options, metaVersion: target.version, metadata: shown });
    }
    case 'PartialObjectMetadataList':
      return {
        list: { kind: 'PartialObjectMetadataList', apiVersion: `meta.k8s.io/${target.version}`, metadata },
        field: 'items',
        empty: null,
        show: (item) => metadataOnly(endpoint, item, target.version),
        dependsOnTime: false,
      };
    default:
      throw endpoint.output.notAnObject(target.kind, { group: endpoint.resource.group, kind: listKind });
  }
}

/** A view of a part is a typed object, whatever the resource is. */
function outputOf({ view, output }: Endpoint): ObjectOutput {
  return view.isWhole ? output : typedOutput();
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
