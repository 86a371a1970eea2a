// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/apiserver/schema/pruning/algorithm.go (v1.36)

import { type JsonObject, type JsonValue, UnknownFields } from '../meta/index.js';
import { isEmbeddedResource } from './embedded-resources.js';
import type { JsonSchema } from './json-schema.js';
import type { SchemaNode } from './schema-node.js';
import { maxNesting } from './value-nesting.js';

export interface PruneOptions {
  /** A resource keeps its apiVersion, kind and metadata, which its schema need not declare. */
  readonly root: 'resource' | 'value';
  /** How to handle null if the schema neither allows it nor has a default. */
  readonly nulls: 'drop' | 'keep';
  /** `keep`: unknown fields are only reported. */
  readonly unknownFields: 'drop' | 'keep';
  /**
   * An object without properties: has no known fields (custom resources), or may have any (types that OpenAPI omits).
   */
  readonly bareObjects: 'closed' | 'open';
}

/** Removes unknown fields, in place, and returns their paths, such as `spec.list[0].x`. */
export function prune(node: SchemaNode, value: JsonValue, options: PruneOptions): string[] {
  const pruning = new Pruning(options);
  const isResource = options.root === 'resource' || isEmbeddedResource(node);
  pruning.visit(node, value, { isResource, preserves: false });
  return pruning.unknown.paths;
}

/** How a value is handled, apart from its own schema. */
interface Treatment {
  readonly isResource: boolean;
  /** The enclosing list preserves unknown fields, and so do its items. */
  readonly preserves: boolean;
}

const ordinary: Treatment = { isResource: false, preserves: false };
const resource: Treatment = { isResource: true, preserves: false };

class Pruning {
  readonly unknown = new UnknownFields();
  readonly #options: PruneOptions;
  readonly #segments: (string | number)[] = [];
  #depth = 0;

  constructor(options: PruneOptions) {
    this.#options = options;
  }

  /** Values nested deeper than `maxNesting` are kept: validation rejects them. */
  visit(node: SchemaNode, value: JsonValue, { isResource, preserves }: Treatment): void {
    if (typeof value !== 'object' || value === null || this.#depth > maxNesting) return;
    const treatment = { isResource, preserves: preserves || this.#preserves(node.schema) };
    if (Array.isArray(value)) this.#visitItems(node, value, treatment);
    else this.#visitMembers(node, value, treatment);
  }

  #preserves(schema: JsonSchema): boolean {
    if (schema['x-kubernetes-preserve-unknown-fields'] === true) return true;
    return this.#options.bareObjects === 'open' && schema.properties === undefined;
  }

  #visitItems({ items }: SchemaNode, value: JsonValue[], { preserves }: Treatment): void {
    if (items === undefined) {
      if (!preserves) this.#empty(value);
      return;
    }
    const treatment = { isResource: isEmbeddedResource(items), preserves };
    for (const [index, item] of value.entries()) {
      if (typeof item !== 'object') continue;
      this.#segments[this.#depth++] = index;
      this.visit(items, item, treatment);
      this.#depth--;
    }
  }

  #visitMembers(node: SchemaNode, value: JsonObject, { isResource, preserves }: Treatment): void {
    const { properties, additional } = node;
    const isMap = node.schema.additionalProperties !== undefined;
    for (const key in value) {
      const child = properties.get(key) ?? additional;
      const member = value[key]!;
      if (child === undefined) {
        if (isResource && isMetaField(key)) continue;
        if (isMap) this.#emptyMember(key, member);
        else if (!preserves) this.#dropUnknown(value, key);
      } else if (member === null) {
        if (this.#options.nulls === 'drop' && refusesNull(child)) delete value[key];
      } else if (typeof member === 'object' && !(isResource && isMetaField(key))) {
        this.#segments[this.#depth++] = key;
        this.visit(child, member, isEmbeddedResource(child) ? resource : ordinary);
        this.#depth--;
      }
    }
  }

  /** If a map allows any value but has no schema for it, all fields of the value are unknown. */
  #emptyMember(key: string, member: JsonValue): void {
    this.#segments[this.#depth++] = key;
    this.#empty(member);
    this.#depth--;
  }

  /** Removes all members of the objects in a value without a schema; lists keep their items. Without recursion. */
  #empty(value: JsonValue): void {
    const pending: [path: string, value: JsonValue][] = [[this.#path(), value]];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const [path, current] = next;
      if (typeof current !== 'object' || current === null) continue;
      if (Array.isArray(current)) {
        for (let index = current.length - 1; index >= 0; index--) pending.push([`${path}[${index}]`, current[index]!]);
        continue;
      }
      for (const key of Object.keys(current)) {
        // Unambiguous: a path that is shown, no key.
        this.unknown.add(() => (path === '' ? key : `${path}.${key}`));
        if (this.#options.unknownFields === 'drop') delete current[key];
      }
    }
  }

  #dropUnknown(value: JsonObject, key: string): void {
    // The type and metadata of a root that is not a resource are dropped without being reported.
    if (this.#depth > 0 || !isMetaField(key)) {
      this.unknown.add(() => this.#pathOf(key));
    }
    if (this.#options.unknownFields === 'drop') delete value[key];
  }

  #pathOf(key: string): string {
    const path = this.#path();
    // Unambiguous: a path that is shown, no key.
    return path === '' ? key : `${path}.${key}`;
  }

  #path(): string {
    let text = '';
    for (let index = 0; index < this.#depth; index++) {
      const segment = this.#segments[index]!;
      if (typeof segment === 'number') text += `[${segment}]`;
      else text += text === '' ? segment : `.${segment}`;
    }
    return text;
  }
}

export function isMetaField(key: string): boolean {
  return key === 'apiVersion' || key === 'kind' || key === 'metadata';
}

function refusesNull({ schema }: SchemaNode): boolean {
  return schema.nullable !== true && (schema.default === undefined || schema.default === null);
}
