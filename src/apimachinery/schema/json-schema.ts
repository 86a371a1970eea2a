import type { JsonValue } from '../meta/index.js';

/**
 * A schema as in CustomResourceDefinitions (JSONSchemaProps) and OpenAPI v3 documents. Must not be modified once it is
 * passed on: compiled schemas are cached by identity.
 */
export interface JsonSchema {
  $ref?: string;
  title?: string;
  description?: string;
  type?: string;
  format?: string;
  nullable?: boolean;
  default?: JsonValue;
  example?: JsonValue;
  externalDocs?: { description?: string; url?: string };
  enum?: JsonValue[];

  maximum?: number | bigint;
  exclusiveMaximum?: boolean;
  minimum?: number | bigint;
  exclusiveMinimum?: boolean;
  multipleOf?: number | bigint;

  maxLength?: number;
  minLength?: number;
  pattern?: string;

  items?: JsonSchema;
  maxItems?: number;
  minItems?: number;
  uniqueItems?: boolean;

  properties?: Record<string, JsonSchema>;
  additionalProperties?: JsonSchema | boolean;
  required?: string[];
  maxProperties?: number;
  minProperties?: number;

  allOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  anyOf?: JsonSchema[];
  not?: JsonSchema;

  'x-kubernetes-preserve-unknown-fields'?: boolean;
  'x-kubernetes-embedded-resource'?: boolean;
  'x-kubernetes-int-or-string'?: boolean;
  'x-kubernetes-list-type'?: string;
  'x-kubernetes-list-map-keys'?: string[];
  'x-kubernetes-map-type'?: string;
  'x-kubernetes-validations'?: ValidationRule[];

  /** Only in the schemas of built-in types. */
  'x-kubernetes-patch-strategy'?: string;
  'x-kubernetes-patch-merge-key'?: string;
  'x-kubernetes-group-version-kind'?: { group: string; version: string; kind: string }[];

  /** Declared so that `checkStructural` can reject them; structural schemas do not have them. */
  id?: string;
  $schema?: string;
  definitions?: Record<string, JsonSchema>;
  dependencies?: Record<string, JsonSchema | string[]>;
  patternProperties?: Record<string, JsonSchema>;
  additionalItems?: JsonSchema | boolean;
}

/** One CEL rule of `x-kubernetes-validations`. */
export interface ValidationRule {
  rule: string;
  message?: string;
  messageExpression?: string;
  reason?: string;
  fieldPath?: string;
  optionalOldSelf?: boolean;
}
