// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation/validation.go (v1.36)

import type { JsonValue } from '../meta/index.js';
import type { FieldError, FieldPath } from '../validation/index.js';
import type { JsonSchema } from './json-schema.js';

/** With the names used in the message. */
const allowedAtRoot: ReadonlyMap<keyof JsonSchema, string> = new Map<keyof JsonSchema, string>([
  ['description', 'Description'],
  ['type', 'Type'],
  ['format', 'Format'],
  ['title', 'Title'],
  ['maximum', 'Maximum'],
  ['exclusiveMaximum', 'ExclusiveMaximum'],
  ['minimum', 'Minimum'],
  ['exclusiveMinimum', 'ExclusiveMinimum'],
  ['maxLength', 'MaxLength'],
  ['minLength', 'MinLength'],
  ['pattern', 'Pattern'],
  ['maxItems', 'MaxItems'],
  ['minItems', 'MinItems'],
  ['uniqueItems', 'UniqueItems'],
  ['multipleOf', 'MultipleOf'],
  ['required', 'Required'],
  ['items', 'Items'],
  ['properties', 'Properties'],
  ['externalDocs', 'ExternalDocs'],
  ['example', 'Example'],
  ['x-kubernetes-preserve-unknown-fields', 'XPreserveUnknownFields'],
  ['x-kubernetes-validations', 'XValidations'],
]);

/**
 * With a status subresource, the status is validated by its part of the schema: the root must not have keywords that
 * would not apply to it.
 */
export function checkStatusRoot(schema: JsonSchema, path: FieldPath): FieldError[] {
  const { type } = schema;
  if (type && type !== 'object') {
    const detail =
      'only "object" is allowed as the type at the root of the schema if the status subresource is enabled';
    return [path.child('type').invalid(type, detail)];
  }
  const stray = Object.entries(schema).some(
    ([keyword, value]) => isSet(value) && !allowedAtRoot.has(keyword as keyof JsonSchema),
  );
  if (!stray) return [];
  const names = [...allowedAtRoot.values()].join(' ');
  const detail = `only [${names}] fields are allowed at the root of the schema if the status subresource is enabled`;
  return [path.invalid(schema as JsonValue, detail)];
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== false && value !== '';
}
