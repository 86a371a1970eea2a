import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  metadataOf,
  type TableOptions,
} from '../../apimachinery/meta/index.js';
import { invalid } from '../../apimachinery/status/index.js';
import { validateTableOptions } from '../../apimachinery/validation/index.js';
import type { TableColumn } from '../registry/index.js';
import type { Endpoint } from './endpoint.js';

const nameDescription =
  'Name must be unique within a namespace. Is required when creating resources, although some resources may allow a ' +
  'client to request the generation of an appropriate name automatically. Name is primarily intended for creation ' +
  'idempotence and configuration definition. Cannot be updated. More info: ' +
  'https://kubernetes.io/docs/concepts/overview/working-with-objects/names#names';

const createdDescription =
  'CreationTimestamp is a timestamp representing the server time when this object was created. It is not guaranteed to ' +
  'be set in happens-before order across separate operations. Clients may not set this value. It is represented in ' +
  'RFC3339 form and is in UTC.\n\nPopulated by the system. Read-only. Null for lists. More info: ' +
  'https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#metadata';

/** What is shown of resources that say nothing about it. */
const defaultColumns: readonly TableColumn[] = [
  {
    name: 'Name',
    type: 'string',
    format: 'name',
    description: nameDescription,
    valueOf: (object) => metadataOf(object).name ?? '',
  },
  {
    name: 'Created At',
    type: 'date',
    description: createdDescription,
    valueOf: (object) => metadataOf(object).creationTimestamp ?? null,
  },
];

export interface TableRequest {
  readonly options: TableOptions;
  readonly version: string;
  /** Metadata of the list that the table is of; absent for a single object. */
  readonly listMetadata?: JsonObject;
}

export function tableOptionsOf(query: URLSearchParams): TableOptions {
  const includeObject = query.get('includeObject');
  const options = includeObject ? { includeObject } : {};
  const errors = validateTableOptions(options);
  if (errors.length > 0) throw invalid({ group: 'meta.k8s.io', kind: 'TableOptions' }, '', errors);
  return options;
}

/** The objects as rows of a Table, as `kubectl get` shows them. */
export function tableOf(
  { resource, version }: Endpoint,
  objects: readonly JsonObject[],
  { options, version: metaVersion, listMetadata }: TableRequest,
): JsonObject {
  const columns = resource.version(version).columns ?? defaultColumns;
  const resourceVersion = objects.length === 1 ? metadataOf(objects[0]!).resourceVersion : undefined;
  return {
    kind: 'Table',
    apiVersion: `meta.k8s.io/${metaVersion}`,
    metadata: listMetadata ?? (resourceVersion === undefined ? {} : { resourceVersion }),
    columnDefinitions: columns.map(({ name, type, format = '', description = '', priority = 0 }) => ({
      name,
      type,
      format,
      description,
      priority,
    })),
    rows: objects.map((object) => ({
      cells: columns.map((column) => column.valueOf(object)),
      object: rowObject(object, options, metaVersion),
    })),
  };
}

function rowObject(object: JsonObject, { includeObject = 'Metadata' }: TableOptions, version: string): JsonValue {
  if (includeObject === 'None') return null;
  return includeObject === 'Object' ? object : metadataOnly(object, version);
}

export function metadataOnly({ metadata }: JsonObject, version: string): JsonObject {
  return {
    kind: 'PartialObjectMetadata',
    apiVersion: `meta.k8s.io/${version}`,
    metadata: isJsonObject(metadata) ? metadata : {},
  };
}
