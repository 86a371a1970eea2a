// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/registry/customresource/tableconvertor/tableconvertor.go (v1.36)
// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/apiserver/helpers.go (v1.36)

import {
  goJson,
  goNumber,
  humanDuration,
  type JsonObject,
  type JsonValue,
  parseTime,
} from '../../apimachinery/meta/index.js';
import { createdDescription, nameColumn } from '../../server/handlers/index.js';
import type { TableColumn } from '../../server/registry/index.js';
import type { PrinterColumn } from '../definition/index.js';
import { type JsonPath, JsonPathError, parseJsonPath } from '../json-path/index.js';

type Cell = ReturnType<TableColumn['valueOf']>;

const age: PrinterColumn = {
  name: 'Age',
  type: 'date',
  description: createdDescription,
  jsonPath: '.metadata.creationTimestamp',
};

/**
 * The name, and the columns of the definition, or the age if it has none. Like upstream, stops at a column whose path
 * is invalid.
 */
export function printerColumns(columns: readonly PrinterColumn[] = [], now: () => number): TableColumn[] {
  const shown = [nameColumn];
  for (const column of columns.length > 0 ? columns : [age]) {
    const path = readPath(column.jsonPath);
    if (path === undefined) break;
    shown.push(printerColumn(column, path, now));
  }
  return shown;
}

/** Table columns of a Scale. */
export function scaleColumns(now: () => number): TableColumn[] {
  const desired = {
    name: 'Desired',
    type: 'integer',
    description: 'Number of desired replicas',
    jsonPath: '.spec.replicas',
  };
  const available = {
    name: 'Available',
    type: 'integer',
    description: 'Number of actual replicas',
    jsonPath: '.status.replicas',
  };
  return printerColumns([desired, available, age], now);
}

function printerColumn(column: PrinterColumn, path: JsonPath, now: () => number): TableColumn {
  const { name, type, format, priority, jsonPath } = column;
  return {
    name,
    type: type as TableColumn['type'],
    description: column.description || `Custom resource definition column (in JSONPath format): ${jsonPath}`,
    ...(format && { format }),
    ...(priority && { priority }),
    valueOf: (object) => {
      const [value] = path.find(object);
      return value === undefined ? null : cellOf(type, value, now);
    },
  };
}

function readPath(text: string): JsonPath | undefined {
  try {
    return parseJsonPath(text);
  } catch (error) {
    if (error instanceof JsonPathError) return undefined;
    throw error;
  }
}

/** Returns a value as the cell of a column type; null if it does not fit. */
function cellOf(type: string, value: JsonValue, now: () => number): Cell {
  if (type === 'string') return textOf(value);
  if (value === null) return null;
  switch (type) {
    case 'integer':
      return typeof value === 'number' ? wholeOf(value) : typeof value === 'bigint' ? value : null;
    case 'number':
      return typeof value === 'number' ? value : typeof value === 'bigint' ? Number(value) : null;
    case 'boolean':
      return typeof value === 'boolean' ? value : null;
    case 'date':
      return typeof value === 'string' ? ageOf(value, now()) : null;
    default:
      return null;
  }
}

/** Converts like Go's int64(float64): values out of range become the minimum. */
function wholeOf(value: number): number | bigint {
  return Math.abs(value) < 2 ** 63 ? Math.trunc(value) : -(2n ** 63n);
}

function textOf(value: JsonValue): string {
  if (value === null) return '<no value>';
  if (typeof value === 'object') return goJson(value as JsonObject);
  return typeof value === 'number' ? goNumber(value) : String(value);
}

function ageOf(time: string, now: number): string {
  if (time === '' || time === 'null') return '<unknown>';
  const since = parseTime(time);
  return since === undefined ? '<invalid>' : humanDuration(now - since);
}
