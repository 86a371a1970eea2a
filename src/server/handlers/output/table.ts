// Follows staging/src/k8s.io/apiserver/pkg/registry/rest/table.go (v1.36)
// Follows staging/src/k8s.io/apiserver/pkg/endpoints/handlers/response.go (v1.36)

import { systemClock } from '../../../apimachinery/clock/index.js';
import {
  annotationsOf,
  humanDuration,
  initialEventsEndAnnotation,
  type JsonObject,
  type JsonValue,
  metadataOf,
  parseTime,
  type TableOptions,
} from '../../../apimachinery/meta/index.js';
import { badRequest } from '../../../apimachinery/status/index.js';
import { aggregateMessage, validateTableOptions } from '../../../apimachinery/validation/index.js';
import type { ResourceVersion, TableColumn } from '../../registry/index.js';
import type { Endpoint } from '../endpoint.js';
import type { ObjectView } from '../views/object-view.js';
import type { ListForm } from './list-form.js';
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

/** The first column of most tables. */
export const nameColumn: TableColumn = {
  name: 'Name',
  type: 'string',
  format: 'name',
  description: nameDescription,
  valueOf: (object) => metadataOf(object).name ?? '',
};

/** The last column of most tables: the time since the creation, such as `5m`. */
export const ageColumn: TableColumn = {
  name: 'Age',
  type: 'date',
  description: createdDescription,
  valueOf(object) {
    const created = parseTime(metadataOf(object).creationTimestamp ?? '');
    return created === undefined ? '<unknown>' : humanDuration(systemClock.now() - created);
  },
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

/** Returns an object as a Table, as `kubectl get` prints it. */
export function tableOf(endpoint: Endpoint, object: JsonObject, request: TableRequest): JsonObject {
  const { list, field, show } = tableForm(endpoint, request);
  return { ...list, [field]: [show(object)] };
}

/** A list of objects as a Table. */
export function tableForm(
  endpoint: Endpoint,
  { options, metaVersion, metadata, withoutHeaders = false }: TableRequest,
): ListForm {
  const { resource, version, view } = endpoint;
  const { columns = defaultColumns, rowConditions, rowOrder } = tablePartsOf(resource.version(version), view);
  return {
    list: {
      kind: 'Table',
      apiVersion: `meta.k8s.io/${metaVersion}`,
      metadata,
      columnDefinitions: withoutHeaders ? null : columns.filter(({ isHidden }) => !isHidden).map(columnDefinition),
    },
    field: 'rows',
    // Upstream's default table has null instead of an empty list.
    empty: columns === defaultColumns ? null : [],
    show(object) {
      const conditions = (rowConditions?.(object) ?? []) as readonly unknown[] as JsonObject[];
      return {
        cells: columns.map((column) => column.valueOf(object)),
        ...(conditions.length > 0 && { conditions }),
        object: rowObject(endpoint, object, { options, metaVersion }),
      };
    },
    order: rowOrder,
    dependsOnTime: true,
  };
}

type TableDefinition = Pick<ResourceVersion, 'columns' | 'rowConditions' | 'rowOrder'>;

function tablePartsOf(version: ResourceVersion, view: ObjectView): TableDefinition {
  if (view.isWhole) return version;
  return view.columns ? { columns: view.columns } : {};
}

function columnDefinition({ name, type, format = '', description = '', priority = 0 }: TableColumn): JsonObject {
  const text = typeof description === 'string' ? description : description();
  return { name, type, format, description: text, priority };
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
