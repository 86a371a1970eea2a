// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation/validation.go (v1.36)

import { findSchemaField, SchemaPathError } from '../../apimachinery/rules/index.js';
import type { JsonSchema } from '../../apimachinery/schema/index.js';
import type { FieldError, FieldPath } from '../../apimachinery/validation/index.js';
import type { SelectableField } from './custom-resource-definition.js';

export const maxSelectableFields = 8;

const selectableTypes = ['string', 'boolean', 'integer'];

export interface SelectableOptions {
  readonly schema: JsonSchema;
  /** The limit does not apply: the fields are unchanged. */
  readonly mayBeMany: boolean;
}

export function validateSelectableFields(
  fields: readonly SelectableField[],
  path: FieldPath,
  { schema, mayBeMany }: SelectableOptions,
): FieldError[] {
  const seen = new Set<string>();
  const errors = fields.flatMap(({ jsonPath }, index) => {
    const pathPath = path.index(index).child('jsonPath');
    if (jsonPath === '') return [pathPath.required()];
    return validateField(jsonPath, pathPath, { schema, seen });
  });
  if (seen.size > maxSelectableFields && !mayBeMany) errors.push(path.tooMany(seen.size, maxSelectableFields));
  return errors;
}

function validateField(
  jsonPath: string,
  path: FieldPath,
  { schema, seen }: { schema: JsonSchema; seen: Set<string> },
): FieldError[] {
  const field = findField(schema, jsonPath);
  if (field instanceof SchemaPathError) return [path.invalid(jsonPath, `is an invalid path: ${field.message}`)];
  const errors: FieldError[] = [];
  if (/^\.metadata(?:$|[.[])/.test(jsonPath)) {
    errors.push(path.invalid(jsonPath, 'must not point to fields in metadata'));
  }
  if (!selectableTypes.includes(field.schema?.type ?? '')) {
    const detail =
      'must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.';
    errors.push(path.invalid(jsonPath, detail));
  }
  const name = field.path.toString();
  if (seen.has(name)) errors.push(path.duplicate(jsonPath));
  seen.add(name);
  return errors;
}

function findField(schema: JsonSchema, jsonPath: string) {
  try {
    return findSchemaField(schema, jsonPath, { brackets: 'forbidden' });
  } catch (error) {
    if (error instanceof SchemaPathError) return error;
    throw error;
  }
}
