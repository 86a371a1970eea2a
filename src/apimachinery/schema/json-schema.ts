// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1/types_jsonschema.go (v1.36)

import type { ReadonlyJson } from '../meta/index.js';

/**
 * A schema as in CustomResourceDefinitions (JSONSchemaProps) and OpenAPI v3 documents. Must not be modified once it is
 * passed on: compiled schemas are cached by identity.
 */
export interface JsonSchema {
  readonly $ref?: string;
  readonly title?: string;
  readonly description?: string;
  readonly type?: string;
  readonly format?: string;
  readonly nullable?: boolean;
  readonly default?: ReadonlyJson;
  readonly example?: ReadonlyJson;
  readonly externalDocs?: { readonly description?: string; readonly url?: string };
  readonly enum?: readonly ReadonlyJson[];

  readonly maximum?: number | bigint;
  readonly exclusiveMaximum?: boolean;
  readonly minimum?: number | bigint;
  readonly exclusiveMinimum?: boolean;
  readonly multipleOf?: number | bigint;

  readonly maxLength?: number;
  readonly minLength?: number;
  readonly pattern?: string;

  readonly items?: JsonSchema;
  readonly maxItems?: number;
  readonly minItems?: number;
  readonly uniqueItems?: boolean;

  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: JsonSchema | boolean;
  readonly required?: readonly string[];
  readonly maxProperties?: number;
  readonly minProperties?: number;

  readonly allOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly anyOf?: readonly JsonSchema[];
  readonly not?: JsonSchema;

  readonly 'x-kubernetes-preserve-unknown-fields'?: boolean;
  readonly 'x-kubernetes-embedded-resource'?: boolean;
  readonly 'x-kubernetes-int-or-string'?: boolean;
  readonly 'x-kubernetes-list-type'?: string;
  readonly 'x-kubernetes-list-map-keys'?: readonly string[];
  readonly 'x-kubernetes-map-type'?: string;
  readonly 'x-kubernetes-validations'?: readonly ValidationRule[];

  /** Only in the schemas of built-in types. */
  readonly 'x-kubernetes-patch-strategy'?: string;
  readonly 'x-kubernetes-patch-merge-key'?: string;
  readonly 'x-kubernetes-group-version-kind'?: readonly {
    readonly group: string;
    readonly version: string;
    readonly kind: string;
  }[];

  /** Declared so that `checkStructural` can reject them; structural schemas do not have them. */
  readonly id?: string;
  readonly $schema?: string;
  readonly definitions?: Readonly<Record<string, JsonSchema>>;
  readonly dependencies?: Readonly<Record<string, JsonSchema | readonly string[]>>;
  readonly patternProperties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalItems?: JsonSchema | boolean;
}

/** One CEL rule of `x-kubernetes-validations`. */
export interface ValidationRule {
  readonly rule: string;
  readonly message?: string;
  readonly messageExpression?: string;
  readonly reason?: string;
  readonly fieldPath?: string;
  readonly optionalOldSelf?: boolean;
}
