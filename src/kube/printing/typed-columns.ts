import type { JsonObject } from '../../apimachinery/meta/index.js';
import type { TableColumn } from '../../server/registry/index.js';

export function integerColumn(name: string, cell: (object: JsonObject) => number): TableColumn {
  return { name, type: 'integer', description: '', valueOf: cell };
}

export function booleanColumn(name: string, cell: (object: JsonObject) => boolean): TableColumn {
  return { name, type: 'boolean', description: '', valueOf: cell };
}
