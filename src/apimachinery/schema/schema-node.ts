import type { JsonSchema } from './json-schema.js';
import type { RuleCheck } from './rule-check.js';
import { type SchemaTraits, traits } from './schema-traits.js';
import type { ValueCheck } from './value-check.js';

/** Resolves a `$ref`; undefined if there is no such schema. */
export type ResolveReference = (reference: string) => JsonSchema | undefined;

/**
 * A schema and its children as the passes over values use them. Children are created on first use, so a large schema
 * costs only what its values need, and schemas may be recursive.
 */
export class SchemaNode {
  readonly schema: JsonSchema;

  /**
   * The node that declares the structure of the value: the node itself, or for a schema in allOf, anyOf, oneOf or not,
   * the node outside of them. Undefined if only a junctor declares the field.
   */
  readonly structure: SchemaNode | undefined;

  /** The compiled value validation of this node, set by `checkOf`. */
  check: ValueCheck | undefined;

  /** The properties with a default, set by `applyDefaults`. */
  defaultedProperties: readonly [string, SchemaNode][] | undefined;

  /** The compiled rules of this node, set by `checkRules`. */
  rules: readonly RuleCheck[] | undefined;

  readonly #references: References;
  #properties: ReadonlyMap<string, SchemaNode> | undefined;
  #additional: SchemaNode | null | undefined;
  #items: SchemaNode | null | undefined;
  #traits: SchemaTraits | undefined;

  /** Private to this file; use `SchemaNode.root`. */
  constructor(schema: JsonSchema, references: References, structure: SchemaNode | 'itself' | undefined) {
    this.schema = schema;
    this.#references = references;
    this.structure = structure === 'itself' ? this : structure;
  }

  static root(schema: JsonSchema, resolve: ResolveReference = () => undefined): SchemaNode {
    return new References(resolve).nodeFor(schema);
  }

  /** What occurs in this node or below it. */
  get traits(): SchemaTraits {
    this.#traits ??= traits(this.schema);
    return this.#traits;
  }

  get properties(): ReadonlyMap<string, SchemaNode> {
    this.#properties ??= new Map(
      Object.entries(this.schema.properties ?? {}).map(([name, schema]) => [
        name,
        this.#child(schema, (structure) => structure.properties.get(name) ?? structure.additional),
      ]),
    );
    return this.#properties;
  }

  /** The schema of additionalProperties; undefined if it is a boolean or missing. */
  get additional(): SchemaNode | undefined {
    if (this.#additional === undefined) {
      const schema = this.schema.additionalProperties;
      this.#additional = typeof schema === 'object' ? this.#child(schema, (structure) => structure.additional) : null;
    }
    return this.#additional ?? undefined;
  }

  get items(): SchemaNode | undefined {
    if (this.#items === undefined) {
      const schema = this.schema.items;
      this.#items = schema === undefined ? null : this.#child(schema, (structure) => structure.items);
    }
    return this.#items ?? undefined;
  }

  /** A schema of allOf, anyOf, oneOf or not, which applies to the same value as this node. */
  alternative(schema: JsonSchema): SchemaNode {
    return new SchemaNode(this.#references.follow(schema), this.#references, this.structure);
  }

  /** The node of a field: its property, otherwise additionalProperties. */
  field(name: string): SchemaNode | undefined {
    return this.properties.get(name) ?? this.additional;
  }

  #child(schema: JsonSchema, find: (structure: SchemaNode) => SchemaNode | undefined): SchemaNode {
    if (this.structure === this) return this.#references.nodeFor(schema);
    const structure = this.structure && find(this.structure);
    return new SchemaNode(this.#references.follow(schema), this.#references, structure);
  }
}

/** Resolves `$ref`s to one node per target, so that a recursive type is compiled once. */
class References {
  readonly #resolve: ResolveReference;
  readonly #nodes = new Map<string, SchemaNode>();

  constructor(resolve: ResolveReference) {
    this.#resolve = resolve;
  }

  nodeFor(schema: JsonSchema): SchemaNode {
    const reference = referenceOf(schema);
    if (reference === undefined) return new SchemaNode(schema, this, 'itself');
    let node = this.#nodes.get(reference);
    if (node === undefined) {
      node = new SchemaNode(this.follow(schema), this, 'itself');
      this.#nodes.set(reference, node);
    }
    return node;
  }

  /** Returns the schema at the end of a chain of references. An unresolvable or cyclic one accepts anything. */
  follow(schema: JsonSchema): JsonSchema {
    const seen = new Set<string>();
    let target = schema;
    for (let next = referenceOf(target); next !== undefined; next = referenceOf(target)) {
      if (seen.has(next)) return acceptsAnything;
      seen.add(next);
      target = this.#resolve(next) ?? acceptsAnything;
    }
    return target;
  }
}

const acceptsAnything: JsonSchema = { 'x-kubernetes-preserve-unknown-fields': true };

/**
 * Kubernetes' OpenAPI v3 documents write a reference with a description as an allOf of one; both forms are supported.
 */
function referenceOf(schema: JsonSchema): string | undefined {
  if (schema.$ref !== undefined) return schema.$ref;
  const [only, ...others] = schema.allOf ?? [];
  return others.length === 0 ? only?.$ref : undefined;
}
