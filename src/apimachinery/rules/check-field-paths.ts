// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation/validation.go (v1.36)

import type { JsonSchema } from '../schema/index.js';
import type { FieldError } from '../validation/index.js';
import type { RulePlace } from './rule-places.js';
import { findSchemaField, SchemaPathError } from './schema-path.js';

/** Checks that the fields which rules report errors at exist. */
export function checkFieldPaths({ schema, rules, path }: RulePlace): FieldError[] {
  return rules.flatMap(({ fieldPath = '' }, index) => {
    if (fieldPath === '' || hasField(schema, fieldPath)) return [];
    const place = path.child('x-kubernetes-validations').index(index).child('fieldPath');
    return [place.invalid(fieldPath, 'must be a valid path')];
  });
}

function hasField(schema: JsonSchema, fieldPath: string): boolean {
  try {
    findSchemaField(schema, fieldPath, { brackets: 'allowed' });
    return true;
  } catch (error) {
    if (error instanceof SchemaPathError) return false;
    throw error;
  }
}
