// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation/validation.go (v1.36)

import type { FieldError, FieldPath } from '../../apimachinery/validation/index.js';
import type { PrinterColumn } from './custom-resource-definition.js';

const types = ['boolean', 'date', 'integer', 'number', 'string'];
const formats = ['byte', 'date', 'date-time', 'double', 'float', 'int32', 'int64', 'password'];

export function validatePrinterColumns(columns: readonly PrinterColumn[], path: FieldPath): FieldError[] {
  return columns.flatMap((column, index) => validateColumn(column, path.index(index)));
}

function validateColumn({ name, type, format = '', jsonPath }: PrinterColumn, path: FieldPath): FieldError[] {
  const errors: FieldError[] = [];
  if (name === '') errors.push(path.child('name').required());
  const typeDetail = `must be one of ${types.join(',')}`;
  if (type === '') errors.push(path.child('type').required(typeDetail));
  else if (!types.includes(type)) errors.push(path.child('type').invalid(type, typeDetail));
  if (format !== '' && !formats.includes(format)) {
    errors.push(path.child('format').invalid(format, `must be one of ${formats.join(',')}`));
  }
  const pathPath = path.child('JSONPath');
  if (jsonPath === '') errors.push(pathPath.required());
  else errors.push(...validateSimplePath(jsonPath, pathPath));
  return errors;
}

/** Checks the beginning of the path only: a column whose path cannot be parsed is not shown. */
export function validateSimplePath(jsonPath: string, path: FieldPath): FieldError[] {
  if (jsonPath.startsWith('.')) return [];
  return [path.invalid(jsonPath, 'must be a simple json path starting with .')];
}
