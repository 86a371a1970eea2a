import type { JsonObject, JsonValue } from './json-value.js';
import type { ListMeta, ObjectMeta } from './object-meta.js';

/** A column: the type and format of its cells are those of OpenAPI. */
export interface TableColumnDefinition {
  readonly name: string;
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'date' | (string & {});
  readonly format: string;
  readonly description: string;
  /** 0 is always shown, higher ones only in wide output. */
  readonly priority: number;
}

/** A row of a table. */
export interface TableRow {
  readonly cells: readonly JsonValue[];
  readonly conditions?: readonly JsonObject[];
  /** The object, its PartialObjectMetadata, or null, according to includeObject. */
  readonly object?: JsonObject | null;
}

/** Objects as a table, which kubectl prints. */
export interface Table {
  readonly kind: 'Table';
  readonly apiVersion: 'meta.k8s.io/v1' | 'meta.k8s.io/v1beta1';
  readonly metadata: ListMeta;
  readonly columnDefinitions: readonly TableColumnDefinition[];
  readonly rows: readonly TableRow[];
}

/** An object without anything but its metadata. */
export interface PartialObjectMetadata {
  readonly kind: 'PartialObjectMetadata';
  readonly apiVersion: 'meta.k8s.io/v1' | 'meta.k8s.io/v1beta1';
  readonly metadata: ObjectMeta;
}

/** A list of such objects. */
export interface PartialObjectMetadataList {
  readonly kind: 'PartialObjectMetadataList';
  readonly apiVersion: 'meta.k8s.io/v1' | 'meta.k8s.io/v1beta1';
  readonly metadata: ListMeta;
  readonly items: readonly PartialObjectMetadata[];
}
