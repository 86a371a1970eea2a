import {
  annotationsOf,
  initialEventsEndAnnotation,
  type JsonObject,
  type JsonValue,
  metadataOf,
  type TableOptions,
} from '../../apimachinery/meta/index.js';
import { badRequest } from '../../apimachinery/status/index.js';
import { aggregateMessage, validateTableOptions } from '../../apimachinery/validation/index.js';
import type { ResourceVersion, TableColumn } from '../registry/index.js';
import type { Endpoint } from './endpoint.js';
import type { ObjectView } from './object-view.js';
import { metadataOnly } from './transform.js';

export const nameDescription =
  'Name must be unique within a namespace. Is required when creating resources, although some resources may allow a ' +
  'client to request the generation of an appropriate name automatically. Name is primarily intended for creation ' +
  'idempotence and configuration definition. Cannot be updated. More info: ' +
  'https://kubernetes.io/docs/concepts/overview/working-with-objects/names#names';

export const createdDescription =
  'CreationTimestamp is a timestamp representing the server time when this object was created. It is not guaranteed to ' +
  'be set in happens-before order across separate operations. Clients may not set this value. It is represented in ' +
  'RFC3339 form and is in UTC.\n\nPopulated by the system. Read-only. Null for lists. More info: ' +
  'https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#metadata';

export const nameColumn: TableColumn = {
  name: 'Name',
  type: 'string',
  format: 'name',
  description: nameDescription,
  valueOf: (object) => metadataOf(object).name ?? '',
};

/** Columns of resources that define none. */
const defaultColumns: readonly TableColumn[] = [
  nameColumn,
  {
    name: 'Created At',
    type: 'date',
    description: createdDescription,
    valueOf: (object) => metadataOf(object).creationTimestamp ?? null,
  },
];

export interface TableRequest {
  readonly options: TableOptions;
  /** Version of the Table and of the PartialObjectMetadata in its rows. */
  readonly metaVersion: string;
  readonly metadata: JsonObject;
  /** Set for all events of a watch but the first. */
  readonly withoutHeaders?: boolean;
}

export function tableOptionsOf(query: URLSearchParams): TableOptions {
  const includeObject = query.get('includeObject');
  const options = includeObject ? { includeObject } : {};
  const errors = validateTableOptions(options);
  if (errors.length > 0) throw badRequest(`Unable to convert to Table as requested: ${aggregateMessage(errors)}`);
  return options;
}

/** Returns the objects as rows of a Table, as `kubectl get` prints them. */
export function tableOf(
  endpoint: Endpoint,
  objects: readonly JsonObject[],
  { options, metaVersion, metadata, withoutHeaders = false }: TableRequest,
): JsonObject {
  const { resource, version, view } = endpoint;
  const { columns = defaultColumns, rowConditions, rowOrder } = tablePartsOf(resource.version(version), view);
  const rows = (rowOrder ? objects.toSorted(rowOrder) : objects).map((object): JsonObject => {
    const conditions = (rowConditions?.(object) ?? []) as readonly unknown[] as JsonObject[];
    return {
      cells: columns.map((column) => column.valueOf(object)),
      ...(conditions.length > 0 && { conditions }),
      object: rowObject(endpoint, object, { options, metaVersion }),
    };
  });
  return {
    kind: 'Table',
    apiVersion: `meta.k8s.io/${metaVersion}`,
    metadata,
    columnDefinitions: withoutHeaders ? null : columns.filter(({ isUntold }) => !isUntold).map(columnDefinition),
    // Upstream's default table has null instead of an empty list.
    rows: columns === defaultColumns && rows.length === 0 ? null : rows,
  };
}

type TableDefinition = Pick<ResourceVersion, 'columns' | 'rowConditions' | 'rowOrder'>;

function tablePartsOf(version: ResourceVersion, view: ObjectView): TableDefinition {
  if (view.isWhole) return version;
  return view.columns ? { columns: view.columns } : {};
}

function columnDefinition({ name, type, format = '', description = '', priority = 0 }: TableColumn): JsonObject {
  return { name, type, format, description, priority };
}

function rowObject(
  endpoint: Endpoint,
  object: JsonObject,
  { options: { includeObject }, metaVersion }: Pick<TableRequest, 'options' | 'metaVersion'>,
): JsonValue {
  if (includeObject === 'Object') return object;
  const isMark = annotationsOf(object)[initialEventsEndAnnotation] !== undefined;
  return includeObject === 'None' && !isMark ? null : metadataOnly(endpoint, object, metaVersion);
}
