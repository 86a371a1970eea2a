// Follows vendor/k8s.io/kube-openapi/pkg/schemaconv/openapi.go (v1.36)
// Follows vendor/k8s.io/kube-openapi/pkg/schemaconv/smd.go (v1.36)

import type { JsonValue } from '../meta/index.js';
import type { JsonSchema } from '../schema/index.js';
import {
  type ApplyType,
  atomicType,
  deducedType,
  type ListKind,
  ListType,
  listType,
  MapType,
  type ScalarKind,
  scalarType,
} from './apply-type.js';
import { objectFields, objectMetaType } from './object-meta-type.js';

/** Options of `compileType`. */
export interface CompileTypeOptions {
  /** Resolves a `$ref`, such as `#/components/schemas/io.k8s.api.core.v1.PodSpec`. */
  resolve?(reference: string): JsonSchema | undefined;
  /** Preserves fields that the schema does not declare, at every level. */
  preserveUnknownFields?: boolean;
}

/**
 * Returns the type of the objects that `schema` describes; without a schema, every map is granular and every list is
 * atomic. `apiVersion`, `kind` and `metadata` always have their standard types, regardless of the schema.
 */
export function compileObjectType(schema: JsonSchema | undefined, options: CompileTypeOptions = {}): ApplyType {
  const type = schema === undefined ? deducedType : new TypeCompiler(options).compile(schema, scopeOf(options));
  return withObjectFields(type);
}

/** Like compileObjectType, for any value. */
export function compileType(schema: JsonSchema, options: CompileTypeOptions = {}): ApplyType {
  return new TypeCompiler(options).compile(schema, scopeOf(options));
}

function scopeOf(options: CompileTypeOptions): Scope {
  return options.preserveUnknownFields ? 'preserving' : 'closed';
}

function withObjectFields(type: ApplyType): ApplyType {
  const map = type.map ?? (deducedType.map as MapType);
  return { map: map.withFields(objectFields), list: undefined, scalar: undefined };
}

/** Whether unknown fields are preserved: a schema that preserves them does so in everything nested in it. */
type Scope = 'closed' | 'preserving';

/** Schemas whose type is determined by their name. */
const namedTypes: Readonly<Record<string, ApplyType>> = {
  'io.k8s.apimachinery.pkg.api.resource.Quantity': scalarType('untyped'),
  'io.k8s.apimachinery.pkg.runtime.RawExtension': atomicType,
  'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta': objectMetaType,
};

/** Limit for chains of references, which could be cyclic. */
const maxReferences = 32;

class TypeCompiler {
  readonly #options: CompileTypeOptions;
  readonly #compiled = {
    closed: new WeakMap<JsonSchema, ApplyType>(),
    preserving: new WeakMap<JsonSchema, ApplyType>(),
  };

  constructor(options: CompileTypeOptions) {
    this.#options = options;
  }

  compile(schema: JsonSchema, scope: Scope, references = 0): ApplyType {
    const reference = schema.$ref ?? (schema.allOf?.length === 1 ? schema.allOf[0]?.$ref : undefined);
    if (reference !== undefined) return this.#reference(schema, reference, references + 1);
    const known = this.#compiled[scope].get(schema);
    if (known !== undefined) return known;
    const inner = schema['x-kubernetes-preserve-unknown-fields'] === true ? 'preserving' : scope;
    const type = this.#inline(schema, inner);
    this.#compiled[scope].set(schema, type);
    return type;
  }

  /** A referenced schema does not inherit preserving unknown fields from where it is used. */
  #reference(schema: JsonSchema, reference: string, references: number): ApplyType {
    const name = reference.slice(reference.lastIndexOf('/') + 1);
    const target = references > maxReferences ? undefined : this.#options.resolve?.(reference);
    const named = Object.hasOwn(namedTypes, name) ? namedTypes[name] : undefined;
    const type = named ?? (target ? this.compile(target, scopeOf(this.#options), references) : deducedType);
    const mapType = schema['x-kubernetes-map-type'];
    if (mapType === undefined || type.map === undefined) return type;
    return { ...type, map: type.map.withAtomic(mapType === 'atomic') };
  }

  #inline(schema: JsonSchema, scope: Scope): ApplyType {
    switch (schema.type) {
      case undefined:
      case '':
        return { map: this.#map(schema, scope), list: this.#list(schema, scope), scalar: 'untyped' };
      case 'object':
        return { map: this.#map(schema, scope), list: undefined, scalar: undefined };
      case 'array':
        return listType(this.#list(schema, scope));
      default:
        return scalarType(scalarKindOf(schema));
    }
  }

  #map(schema: JsonSchema, scope: Scope): MapType {
    const map = new MapType({
      isAtomic: schema['x-kubernetes-map-type'] === 'atomic',
      fields: Object.entries(schema.properties ?? {}).map(([name, property]) => ({
        name,
        // Only compared and written to texts.
        default: property.default as JsonValue | undefined,
        type: () => this.compile(property, scope),
      })),
      element: () => this.#unknownFields(schema, scope),
    });
    return schema['x-kubernetes-embedded-resource'] === true ? map.withFields(objectFields) : map;
  }

  #unknownFields(schema: JsonSchema, scope: Scope): ApplyType | undefined {
    const { additionalProperties } = schema;
    if (typeof additionalProperties === 'object') return this.compile(additionalProperties, scope);
    if (additionalProperties !== undefined) return additionalProperties ? deducedType : undefined;
    const isFreeForm = scope === 'preserving' || Object.keys(schema.properties ?? {}).length === 0;
    return isFreeForm ? deducedType : undefined;
  }

  #list(schema: JsonSchema, scope: Scope): ListType {
    const { items } = schema;
    return new ListType({
      ...listKindOf(schema),
      element: () => (items === undefined ? atomicType : this.compile(items, scope)),
    });
  }
}

function scalarKindOf({ type, format }: JsonSchema): ScalarKind {
  if (type === 'integer' || type === 'number') return 'numeric';
  if (type === 'boolean') return 'boolean';
  return type === 'string' && (!format || format === 'byte') ? 'string' : 'untyped';
}

/** Lists are atomic unless `x-kubernetes-list-type` or, for built-in types, the patch strategy declares otherwise. */
function listKindOf(schema: JsonSchema): { kind: ListKind; keys: readonly string[] } {
  const declared = schema['x-kubernetes-list-type'];
  if (declared === 'set') return { kind: 'set', keys: [] };
  const keys = schema['x-kubernetes-list-map-keys'] ?? [];
  if (declared === 'map' && keys.length > 0) return { kind: 'map', keys };
  if (declared !== undefined || !schema['x-kubernetes-patch-strategy']?.startsWith('merge')) {
    return { kind: 'atomic', keys: [] };
  }
  const key = schema['x-kubernetes-patch-merge-key'];
  return key === undefined ? { kind: 'set', keys: [] } : { kind: 'map', keys: [key] };
}
